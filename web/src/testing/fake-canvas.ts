import { vi } from "vitest";

/** A picture that was drawn: its size stands in its bytes. */
export const drawnSize = (blob: unknown): Promise<string> => (blob as Blob).text();

/**
 * Stands in for the browser's drawing, which jsdom lacks: every chosen picture is so large, and what is drawn of it says
 * its size. `types`: what the browser can write.
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
    done,
    type = "image/png",
  ) {
    done(
      new Blob([`${this.width}x${this.height}`], {
        type: types.includes(type) ? type : "image/png",
      }),
    );
  });
};
