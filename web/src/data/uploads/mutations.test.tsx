import { expect, test } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import {
  blogImage,
  highlightImage,
  missionImage,
  siteImage,
  testimonialImage,
} from "./mutations.ts";

const pictureKinds = { blogImage, highlightImage, missionImage, siteImage, testimonialImage };

test.each(Object.entries(pictureKinds))("%s is saved with its smaller sizes", async (_, kind) => {
  storeTokens("admin");
  storeTokens("volunteer");
  const sentBodies: unknown[] = [];
  const captureBody = ({ body }: { readonly body: unknown }) => {
    sentBodies.push(body);
    return { body: { objectPath: "/images/site/x" } };
  };
  fakeApi({
    "PUT /api/testimonials/image": captureBody,
    "POST /api/normalize-object-path": captureBody,
    "PUT /api/objects/image": captureBody,
  });
  expect(kind.needsSmallerVersions).toBe(true);
  expect(await kind.save("whole", { smallerUrls: ["960", "480"] })).toBe("/images/site/x");
  expect(sentBodies).toEqual([expect.objectContaining({ smaller: ["960", "480"] })]);
  await kind.save("whole", { smallerUrls: [] });
  expect(sentBodies[1]).not.toHaveProperty("smaller");
});

test("only a post's picture is saved with a JPEG for link previews", async () => {
  storeTokens("admin");
  const sentBodies: unknown[] = [];
  fakeApi({
    "POST /api/normalize-object-path": ({ body }) => {
      sentBodies.push(body);
      return { body: { objectPath: "/images/site/x" } };
    },
  });
  const kinds = Object.entries(pictureKinds).filter(([, kind]) => kind.needsShareVersion);
  expect(kinds.map(([name]) => name)).toEqual(["blogImage"]);
  await blogImage.save("whole", { smallerUrls: ["480"], shareUrl: "jpeg" });
  expect(sentBodies).toEqual([{ url: "whole", smaller: ["480"], share: "jpeg" }]);
});
