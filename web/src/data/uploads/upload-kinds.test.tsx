import { expect, test } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { keepTokens } from "#testing/fake-supabase.ts";
import * as kinds from "./upload-kinds.ts";

const { reportFile: _report, ...pictures } = kinds;

test.each(Object.entries(pictures))("%s is saved with its smaller sizes", async (_, kind) => {
  keepTokens("admin");
  keepTokens("volunteer");
  const sent: unknown[] = [];
  const keep = ({ body }: { readonly body: unknown }) => {
    sent.push(body);
    return { body: { objectPath: "/images/site/x" } };
  };
  fakeApi({
    "PUT /api/testimonials/image": keep,
    "POST /api/normalize-object-path": keep,
    "PUT /api/objects/image": keep,
  });
  expect(kind.hasSizes).toBe(true);
  expect(await kind.save("whole", ["960", "480"])).toBe("/images/site/x");
  expect(sent).toEqual([expect.objectContaining({ smaller: ["960", "480"] })]);
  await kind.save("whole", []);
  expect(sent[1]).not.toHaveProperty("smaller");
});
