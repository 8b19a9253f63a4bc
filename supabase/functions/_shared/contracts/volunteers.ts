import { z } from "zod";
import { tags } from "./blog-posts.ts";
import { AVAILABILITIES, LOGIN_STATES } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  count,
  date,
  decimal,
  email,
  flag,
  id,
  idParams,
  line,
  message,
  month,
  personName,
  phone,
  state,
  text,
  time,
  timestamp,
  zipCode,
} from "./fields.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { version } from "./versions.ts";

const listVolunteers = listEndpoint({
  path: "/api/volunteers",
  access: "public",
  area: "volunteers",
  summary: "Volunteer counts; administrators get the directory",
  sorts: [
    "name",
    "-name",
    "-createdAt",
    "createdAt",
    "-since",
    "since",
    "-totalHours",
    "totalHours",
    "-packagesHelped",
    "packagesHelped",
  ],
  searchedFields: "name and email",
  filters: {
    isActive: flag,
    /** True for volunteers with a qualification that has expired or expires within 30 days. */
    isLapsing: flag,
    /** Only volunteers who haven't signed up for this event. */
    withoutEventId: id.optional(),
  },
  publicOutput: z.array(z.object({ volunteerCount: count, activeCount: count })),
  item: z.object({
    id,
    name: z.string(),
    email: z.string().nullable(),
    /** An address that the volunteer shares with someone else. Emails go there, but it's no login. */
    contactEmail: z.string().nullable(),
    phone: z.string().nullable(),
    zipCode: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    availability: z.string().nullable(),
    /** The hours in `totalHours` that were worked before the organization used this site. */
    openingHours: decimal,
    totalHours: decimal,
    packagesHelped: count,
    isActive: z.boolean(),
    /** The volunteer's account, which can be disabled and enabled; null if it was deleted. */
    accountId: id.nullable(),
    /** True if the link in the approval email hasn't been used. */
    awaitsActivation: z.boolean(),
    /** The day on which the volunteer joined the directory, or the imported start date. */
    since: date,
    createdAt: timestamp,
  }),
});

const volunteerRecord = z.object({
  id,
  /** Null if the volunteer has no login. */
  accountId: id.nullable(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** An address that the volunteer shares with someone else. Emails go there, but it's no login. */
  contactEmail: z.string().nullable(),
  /** The volunteer's former email addresses. */
  formerEmails: z.array(z.string()),
  phone: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  availability: z.enum(AVAILABILITIES).nullable(),
  interests: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  /** Whether the volunteer wants emails about new events. */
  wantsNews: z.boolean(),
  openingHours: decimal,
  totalHours: decimal,
  packagesHelped: count,
  isActive: z.boolean(),
  isImported: z.boolean(),
  /** The day on which the volunteer joined the directory, or the imported start date. */
  since: date,
  createdAt: timestamp,
  updatedAt: timestamp,
  login: z.object({
    /** `invited`: we emailed a link for setting up the account, and it hasn't been used. */
    state: z.enum(LOGIN_STATES),
    lastLoginAt: timestamp.nullable(),
    /** The approved application whose emailed link hasn't been used. */
    waitingApplicationId: id.nullable(),
    /** The old address that the login still uses, if an email change wasn't finished. */
    outdatedEmail: z.string().nullable(),
  }),
  /** Months with counted hours, latest first. */
  months: z.array(z.object({ month, hours: decimal, shifts: count })),
  /** Shifts for which the volunteer is on the waiting list and that haven't started, also if they are canceled. */
  waitlistEntries: z.array(
    z.object({
      id,
      eventId: id,
      eventType: z.string(),
      date,
      startTime: time,
      endTime: time,
      endsNextDay: z.boolean(),
      isCanceled: z.boolean(),
      position: count,
    }),
  ),
  /** The donor with one of the volunteer's email addresses. Always null for administrators without the Giving area. */
  donor: z.object({ id, donationCount: count, totalAmount: decimal }).nullable(),
});

const details = z.strictObject({
  firstName: personName,
  // First and last name together have at most 200 characters.
  lastName: line(99, 0),
  /** Null if the person has no email address, and so no login. */
  email: email.nullable(),
  /** An address that someone else has, if the person has none of their own. */
  contactEmail: email.nullable(),
  phone: phone.nullable(),
  zipCode: zipCode.nullable(),
  city: line(100, 0).nullable(),
  state: state(0).nullable(),
  availability: z.enum(AVAILABILITIES).nullable(),
  interests: text(2000, 0).nullable(),
  emergencyContactName: line(200, 0).nullable(),
  emergencyContactPhone: phone.nullable(),
  notes: text(5000, 0).nullable(),
  tags,
});

const writes = writeEndpoints("/api/volunteers", volunteerRecord);

export const volunteerEndpoints = adminEndpoints("volunteers", {
  getVolunteer: {
    method: "GET",
    path: "/api/volunteers/:id",
    summary: "One volunteer, by volunteer ID or account ID",
    params: idParams,
    output: volunteerRecord,
  },
  createVolunteer: writes.create(
    "Add someone who applied on paper, as if their application had been approved",
    details
      .partial()
      .required({ firstName: true })
      .extend({
        availability: z.enum(AVAILABILITIES),
        /** Whether to email the volunteer a link to set up a login. */
        sendsLink: z.boolean().default(false),
      }),
  ),
  putOnShift: {
    method: "POST",
    path: "/api/volunteers/:id/shifts",
    summary:
      "Add a volunteer to a shift or, if it's full and you allow it, to its waiting list; 409 overlaps if they have another shift at the same time",
    params: idParams,
    body: z.strictObject({
      eventId: id,
      waitsIfFull: z.boolean().default(false),
      sendsEmail: z.boolean().default(true),
      /** Whether to add them although the shift overlaps with another one of theirs. */
      anyway: z.boolean().default(false),
    }),
    output: z.object({
      state: z.enum(["joined", "waitlisted"]),
      /** The position on the waiting list, starting at 1; null if the volunteer got a spot. */
      position: count.nullable(),
    }),
  },
  removeFromWaitlist: {
    method: "DELETE",
    path: "/api/waitlist-entries/:id",
    summary: "Remove a volunteer from a waiting list and email them",
    params: idParams,
    query: z.object({ sendsEmail: flag }),
    output: message,
  },
  inviteVolunteer: {
    method: "POST",
    path: "/api/volunteers/:id/invite",
    summary: "Email a volunteer without a login the link to set one up",
    params: idParams,
    output: message,
  },
  updateVolunteer: writes.update(
    "Correct a volunteer's details. A new email address also changes the login; if that fails, save the address again to retry. Making someone without a login inactive takes them off coming shifts and emails everyone concerned",
    details.partial().extend({
      ...version,
      /** Only for people without a login; others have their login disabled. */
      isActive: z.boolean().optional(),
      /** Whether to email everyone whose shifts change because someone isn't active anymore. */
      sendsEmail: z.boolean().optional(),
    }),
  ),
  listVolunteers,
  exportVolunteers: exportEndpoint("/api/volunteers/export", listVolunteers),
});
