/** Problems as the API tells them (docs/api/problems.md), for clients made by openapi-typescript and openapi-fetch. */
import type { components } from "../generated/typescript/rummy";

export type Problem = components["schemas"]["Problem"];

/** What a request was refused with. `problem` is null where not the API has answered, but something before it. */
export class Refused extends Error {
  constructor(readonly status: number, readonly problem: Problem | null) {
    super(problem?.detail ?? `Status ${status}`);
  }
}

/** The body of an error as a problem; null where it is none. */
export function problemOf(body: unknown): Problem | null {
  return typeof body === "object" && body !== null && "code" in body ? (body as Problem) : null;
}

/** The data of an answer. Throws Refused. */
export function answered<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (!answer.response.ok) throw new Refused(answer.response.status, problemOf(answer.error));
  return answer.data as T;
}
