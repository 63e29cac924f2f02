// Prints what Redocly's rules find in a description of the API, warnings too, a line each.
import { createConfig, lint } from "@redocly/openapi-core";

const rules = {
  "info-license": "off",
  "no-empty-servers": "off", // whoever runs the service knows where
  "no-unused-components": "off", // tests/api/schema knows which are for readers only
  "no-invalid-media-type-examples": "off", // tests/api/schema validates them; this cannot, for the reason below
};
// A reference that may be null: generators of four languages read it right, which they do of no other form.
const isNullableReference = ({ ruleId, message }) => ruleId === "struct" && /`type` .* `nullable`/.test(message);

const config = await createConfig({ extends: ["recommended-strict"], rules });
const found = await lint({ ref: process.argv[2], config });
for (const fault of found.filter((fault) => !isNullableReference(fault)))
  console.log(fault.ruleId, fault.location[0].pointer ?? "", fault.message);
