import { personEndpoints } from "../../_shared/contracts/people.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { streamBytes } from "../../_shared/http/byte-stream.ts";
import { exportPerson, findPeople, readOrganizationName, readToday } from "./queries.ts";

export default implement(personEndpoints, {
  findPeople: ({ asCaller, query: { search } }) => asCaller((sql) => findPeople(sql, search)),
  exportPerson: async ({ asCaller, services: { storage }, body: { records } }) => {
    const [{ writeZip }, { readExportFiles }] = await Promise.all([
      import("../../_shared/archives/zip-files.ts"),
      import("./export-files.ts"),
    ]);
    const createdAt = new Date().toISOString();
    const { person, organizationName, today } = await asCaller(async (sql) => ({
      person: await exportPerson(sql, records),
      today: await readToday(sql),
      organizationName: (await readOrganizationName(sql)) ?? "this organization",
    }));
    const body = await streamBytes((write) =>
      writeZip(readExportFiles(person, storage, { organizationName, createdAt }), write),
    );
    // The person's name isn't in the file name, because browsers show and remember file names.
    return createFileResponse(body, {
      type: "application/zip",
      filename: `person-${today}.zip`,
    });
  },
});
