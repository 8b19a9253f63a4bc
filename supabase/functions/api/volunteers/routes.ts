import { volunteerEndpoints } from "../../_shared/contracts/volunteers.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement, requireFound, requireNoun } from "../../_shared/http/handlers.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import { writeQualifications } from "../../_shared/rules/imports/read-qualifications.ts";
import { moveLogin } from "./move-login.ts";
import {
  addVolunteerRecord,
  findVolunteer,
  inviteVolunteer,
  listVolunteers,
  putOnShift,
  openVolunteerList,
  readVolunteerCounts,
  removeFromWaitlist,
  updateVolunteer,
  type ExportedVolunteer,
} from "./queries.ts";

const requireVolunteer = requireNoun("volunteer");

const volunteerColumns: readonly CsvColumn<ExportedVolunteer>[] = [
  { heading: "Name", cell: ({ name }) => name },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Contact email", cell: ({ contactEmail }) => contactEmail },
  { heading: "Phone", cell: ({ phone }) => phone },
  { heading: "City", cell: ({ city }) => city },
  { heading: "State", cell: ({ state }) => state },
  { heading: "ZIP", cell: ({ zipCode }) => zipCode },
  { heading: "Availability", cell: ({ availability }) => availability },
  { heading: "Hours", cell: ({ totalHours }) => totalHours, isSummed: true },
  {
    heading: "Hours before this site",
    cell: ({ openingHours }) => openingHours,
    isSummed: true,
  },
  { heading: "Packages packed during shifts", cell: ({ packagesHelped }) => packagesHelped },
  { heading: "Active", cell: ({ isActive }) => isActive },
  { heading: "Since", cell: ({ since }) => since },
  { heading: "Tags", cell: ({ tags }) => tags.join("; ") },
  {
    heading: "Qualifications",
    cell: ({ qualifications }) => writeQualifications(qualifications),
  },
  { heading: "ID", cell: ({ id }) => id },
];

export default implement(volunteerEndpoints, {
  getVolunteer: async ({ asCaller, params: { id } }) =>
    requireVolunteer(await asCaller((sql) => findVolunteer(sql, id))),
  createVolunteer: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => addVolunteerRecord(sql, body))),
  putOnShift: ({ asCaller, params: { id }, body }) => asCaller((sql) => putOnShift(sql, id, body)),
  removeFromWaitlist: async ({ asCaller, params: { id }, query }) => {
    const removed = await asCaller((sql) => removeFromWaitlist(sql, id, query.sendsEmail));
    requireFound(removed, "place on the waiting list");
    return { message: "The volunteer was removed from the waiting list" };
  },
  inviteVolunteer: async ({ asCaller, params: { id } }) => {
    await asCaller((sql) => inviteVolunteer(sql, id));
    return { message: "The link will go out within a minute" };
  },
  updateVolunteer: async (call) => {
    const {
      asCaller,
      params: { id },
      body,
    } = call;
    const login = await asCaller((sql) => updateVolunteer(sql, id, body));
    // The change is committed first, because a login in Auth can change only to the address that its account already
    // has.
    if (login !== null && body.email) {
      await moveLogin(call, { ...login, volunteerId: id, newEmail: body.email });
    }
    return requireVolunteer(await asCaller((sql) => findVolunteer(sql, id)));
  },
  exportVolunteers: (call) =>
    exportCsv(call, {
      name: "volunteers",
      columns: volunteerColumns,
      open: (sql) => openVolunteerList(sql, call.query),
    }),
  listVolunteers: async ({ asAdminReader, asCaller, caller, query }) => {
    if (caller.kind === "admin") {
      return asAdminReader((sql) => listVolunteers(sql, query));
    }
    const { totalVolunteers, activeVolunteers } = await asCaller(readVolunteerCounts);
    return [{ volunteerCount: totalVolunteers, activeCount: activeVolunteers }];
  },
});
