import { vi } from "vitest";

/** Returns the size of a drawn picture. The fake canvas writes the size as the file's content. */
export const readDrawnSize = (blob: unknown): Promise<string> => (blob as Blob).text();

/**
 * Fakes images and the canvas, which jsdom doesn't have. Every picture that is chosen has the given size, and drawing
 * it writes that size as text. `types` are the formats that the browser can encode.
 */
export const fakeCanvas = (
  width: number,
  height: number,
  types: readonly string[] = ["image/jpeg", "image/png", "image/webp"],
): void => {
  vi.stubGlobal("createImageBitmap", () =>
    Promise.resolve({ width, height, close: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function draw(
    this: HTMLCanvasElement,
    callback,
    type = "image/png",
  ) {
    callback(
      new Blob([`${this.width}x${this.height}`], {
        type: types.includes(type) ? type : "image/png",
      }),
    );
  });
};
