import { expect, test } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import * as kinds from "./upload-kinds.ts";

const { reportFile: _report, ...pictureKinds } = kinds;

test.each(Object.entries(pictureKinds))("%s is saved with its smaller sizes", async (_, kind) => {
  storeTokens("admin");
  storeTokens("volunteer");
  const sentBodies: unknown[] = [];
  const recordBody = ({ body }: { readonly body: unknown }) => {
    sentBodies.push(body);
    return { body: { objectPath: "/images/site/x" } };
  };
  fakeApi({
    "PUT /api/testimonials/image": recordBody,
    "POST /api/normalize-object-path": recordBody,
    "PUT /api/objects/image": recordBody,
  });
  expect(kind.needsSmallerVersions).toBe(true);
  expect(await kind.save("whole", ["960", "480"])).toBe("/images/site/x");
  expect(sentBodies).toEqual([expect.objectContaining({ smaller: ["960", "480"] })]);
  await kind.save("whole", []);
  expect(sentBodies[1]).not.toHaveProperty("smaller");
});
