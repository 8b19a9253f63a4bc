/**
 * Requests the parts of a file one after another, as the browser does. `path` needs a query, to which the cursor is
 * added.
 */
export async function* requestParts<Part extends { readonly headers: Headers }>(
  path: string,
  request: (path: string) => Promise<Part>,
): AsyncGenerator<Part> {
  for (let cursor: string | null = ""; cursor !== null;) {
    const part = await request(cursor === "" ? path : `${path}&cursor=${cursor}`);
    yield part;
    cursor = part.headers.get("X-Next-Cursor");
  }
}
