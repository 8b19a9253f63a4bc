import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import {
  captchaToken,
  count,
  date,
  email,
  id,
  idParams,
  line,
  message,
  linklessName,
  newPassword,
  phone,
  state,
  selectedIds,
  text,
  time,
  timestamp,
  visitorName,
  zipCodeLine,
} from "./fields.ts";
import { APPLICANT_KINDS, APPLICATION_STATUSES, AVAILABILITIES, NEW_DETAILS } from "./choices.ts";
import { VISITOR_NAME_MAX_LENGTH } from "./limits.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";

const review = z.strictObject({ reviewNotes: text(2000, 0).optional() });

const approval = review.extend({
  as: z.enum(APPLICANT_KINDS).optional(),
  /** The applicant's own address, if they are `other`. */
  email: email.optional(),
  /** The details that a known volunteer gets from the application. */
  takesOver: z.array(z.enum(NEW_DETAILS)).max(NEW_DETAILS.length).optional(),
});

/** A volunteer who may be the applicant. */
export const applicantMatch = z.object({
  id,
  name: z.string(),
  /** False if the volunteer has another name, so that they may be someone else at the same mailbox. */
  isNamed: z.boolean(),
  /** The volunteer with another name who has the email address. Null if the applicant may log in with it. */
  ownerName: z.string().nullable(),
  /** What the application says that the directory doesn't. */
  newDetails: z.array(
    z.object({ field: z.enum(NEW_DETAILS), former: z.string(), given: z.string() }),
  ),
  isDisabled: z.boolean(),
  /** Null, like `disabledAt`, if the volunteer isn't disabled or the audit log doesn't say who did it. */
  disabledBy: z.string().nullable(),
  disabledAt: timestamp.nullable(),
});

const listVolunteerApplications = listEndpoint({
  path: "/api/volunteer-applications",
  access: "public",
  area: "volunteers",
  summary: "Application counts by status; administrators get the applications",
  sorts: ["-createdAt", "createdAt", "lastName", "-lastName"],
  searchedFields: "name and email",
  filters: {
    status: z.enum(APPLICATION_STATUSES).optional(),
    ids: selectedIds,
    /** Only applications of this volunteer, sent from their login or any of their addresses. */
    volunteerId: id.optional(),
  },
  publicOutput: z.array(
    z.object({ status: z.enum(APPLICATION_STATUSES), applicationCount: count }),
  ),
  item: z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    zipCode: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    availability: z.string(),
    interests: z.string().nullable(),
    /** The event that the applicant wants to sign up for. */
    wantedEvent: z
      .object({ id, eventType: z.string(), date, startTime: time, endTime: time })
      .nullable(),
    createdAt: timestamp,
    status: z.enum(APPLICATION_STATUSES),
    reviewNotes: z.string().nullable(),
    /** True if an administrator entered the application for someone who applied on paper, or if it was imported. */
    isEntered: z.boolean(),
    /** Null if no one has decided yet, or if the person who decided is no longer an administrator. */
    reviewedBy: z.string().nullable(),
    reviewedAt: timestamp.nullable(),
    /** The volunteer that the approved applicant is; null before approval. */
    volunteerId: id.nullable(),
    /** True if the application is approved, but the link in the approval email hasn't been used. */
    awaitsActivation: z.boolean(),
    /** True if it was rejected without an email, because another one with this address and name was approved. */
    isClosed: z.boolean(),
    /** True if a retention rule or an erasure has removed everything about the person, including the email address. */
    isEmptied: z.boolean(),
    /**
     * If the application is pending, the volunteer with its name at its address or, if there is none, the volunteer
     * who has the address. Null if there is neither.
     */
    match: applicantMatch.nullable(),
    /**
     * The newest of the other applications with this email address. They may be from other people, because the address
     * wasn't verified.
     */
    sameAddress: z.array(
      z.object({
        id,
        firstName: z.string(),
        lastName: z.string(),
        status: z.enum(APPLICATION_STATUSES),
        createdAt: timestamp,
      }),
    ),
  }),
});

export const volunteerApplicationEndpoints = adminEndpoints("volunteers", {
  listVolunteerApplications,
  exportVolunteerApplications: exportEndpoint(
    "/api/volunteer-applications/export",
    listVolunteerApplications,
  ),
  createVolunteerApplication: {
    method: "POST",
    path: "/api/volunteer-applications",
    access: "public",
    summary: "Apply to volunteer",
    status: 201,
    rateLimit: { max: 10, windowSeconds: 3600 },
    body: z.strictObject({
      firstName: visitorName,
      lastName: linklessName(VISITOR_NAME_MAX_LENGTH, 0),
      email,
      phone: phone.default(""),
      zipCode: zipCodeLine(0).default(""),
      city: line(100).default("Unknown"),
      state: state().default("Unknown"),
      availability: z.enum(AVAILABILITIES),
      interests: text(2000, 0).nullable().default(null),
      /** The event that the applicant wants to sign up for. Ignored if there's no such event anymore. */
      wantedEventId: id.optional(),
      password: newPassword,
      captchaToken,
    }),
    output: message,
  },
  approveVolunteerApplication: {
    method: "POST",
    path: "/api/volunteer-applications/:id/approve",
    summary:
      "Approve an application; the account is ready right away or once the link in the approval email is used",
    params: idParams,
    body: approval.optional(),
    output: message,
  },
  resendApproval: {
    method: "POST",
    path: "/api/volunteer-applications/:id/resend-approval",
    summary: "Resend the approval email to someone who hasn't set up their account yet",
    params: idParams,
    output: message,
  },
  rejectVolunteerApplication: {
    method: "POST",
    path: "/api/volunteer-applications/:id/reject",
    summary: "Reject an application",
    params: idParams,
    body: review.optional(),
    output: message,
  },
  undoRejection: {
    method: "POST",
    path: "/api/volunteer-applications/:id/undo-rejection",
    summary: "Make a rejected application pending again",
    params: idParams,
    output: message,
  },
});
