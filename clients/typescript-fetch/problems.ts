/** Problems as the API tells them (docs/api/problems.md), for clients made by typescript-fetch. */
import { type Problem, ProblemFromJSON, ResponseError } from "../generated/typescript-fetch/index.js";

/** What an operation has thrown as a problem; null where not the API has refused it, but something on the way. */
export async function problemOf(thrown: unknown): Promise<Problem | null> {
  if (!(thrown instanceof ResponseError)) return null;
  const body: unknown = await thrown.response.clone().json().catch(() => null);
  return typeof body === "object" && body !== null && "code" in body ? ProblemFromJSON(body) : null;
}
