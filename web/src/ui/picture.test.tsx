import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const renderAndGetAttributes = (src: string) => {
  render(<Picture src={src} alt="A box" sizes="10rem" />);
  const picture = screen.getByAltText("A box");
  return [picture.getAttribute("sizes"), picture.getAttribute("srcset") !== null];
};

test("sets sizes on a picture that comes in several widths", () => {
  expect(renderAndGetAttributes(`/images/site/${ID}/1600x900`)).toEqual(["10rem", true]);
});

test.each([
  `/images/stories/${ID}`,
  `/images/site/${ID}/400x300`,
  `/images/site/${ID}/900x600-single`,
])("%s comes in one width and doesn't get sizes, which HTML allows only with srcset", (src) => {
  expect(renderAndGetAttributes(src)).toEqual([null, false]);
});
