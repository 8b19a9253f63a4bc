import { archiveEndpoints } from "../../_shared/contracts/archives.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { streamBytes } from "../../_shared/http/byte-stream.ts";
import { readFiles, startArchive } from "./queries.ts";

export default implement(archiveEndpoints, {
  createArchive: async ({ asAdminSnapshot, asCaller }) => {
    const { writeZip } = await import("../../_shared/archives/zip-files.ts");
    // The archive is recorded first, because even an interrupted download has exported data.
    await asCaller(startArchive);
    const createdAt = new Date().toISOString();
    const body = await streamBytes((write) =>
      asAdminSnapshot((sql) => writeZip(readFiles(sql, createdAt), write)),
    );
    return createFileResponse(body, {
      type: "application/zip",
      filename: `everything-${createdAt.slice(0, 10)}.zip`,
    });
  },
});
