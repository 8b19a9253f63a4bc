import { hourEntryEndpoints } from "../../_shared/contracts/hour-entries.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import {
  entryWrites,
  listHourEntries,
  listOwnHours,
  type ListedEntry,
  openHourEntryList,
  ownEntryWrites,
} from "./queries.ts";

const { create, update, remove } = writeHandlers(entryWrites, "entry");

const entryColumns: readonly CsvColumn<ListedEntry>[] = [
  { heading: "Date", cell: ({ date }) => date },
  { heading: "Name", cell: ({ personName }) => personName },
  { heading: "Activity", cell: ({ activity }) => activity },
  { heading: "Hours", cell: ({ hours }) => hours, isSummed: true },
  { heading: "Status", cell: ({ status }) => status },
  { heading: "Counts", cell: ({ isCounted }) => isCounted },
  { heading: "Entered by", cell: ({ enteredBy }) => enteredBy ?? "the volunteer" },
  { heading: "Reviewed by", cell: ({ reviewedBy }) => reviewedBy },
];

export default implement(hourEntryEndpoints, {
  listHourEntries: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listHourEntries(sql, query)),
  exportHourEntries: (call) =>
    exportCsv(call, {
      name: "hours",
      columns: entryColumns,
      open: (sql) => openHourEntryList(sql, call.query),
    }),
  createHourEntry: create,
  updateHourEntry: update,
  deleteHourEntry: remove,
  listOwnHours: ({ asCaller }) => asCaller(listOwnHours),
  handInHours: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => ownEntryWrites.insert(sql, body))),
  takeBackHours: async ({ asCaller, params: { entryId } }) => {
    requireFound(await asCaller((sql) => ownEntryWrites.remove(sql, entryId)), "entry");
    return { message: "Hours taken back" };
  },
});
