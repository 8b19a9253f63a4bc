import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const shown = (src: string) => {
  render(<Picture src={src} alt="A box" sizes="10rem" />);
  const picture = screen.getByAltText("A box");
  return [picture.getAttribute("sizes"), picture.getAttribute("srcset") !== null];
};

test("a picture in several sizes says how wide it is shown", () => {
  expect(shown(`/images/site/${ID}/1600x900`)).toEqual(["10rem", true]);
});

test.each([
  `/images/stories/${ID}`,
  `/images/site/${ID}/400x300`,
  `/images/site/${ID}/900x600-single`,
])("%s, of which there is one size, does not: HTML allows sizes beside srcset alone", (src) => {
  expect(shown(src)).toEqual([null, false]);
});
