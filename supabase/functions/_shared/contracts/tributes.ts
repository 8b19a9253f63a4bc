import { z } from "zod";
import { CARD_FORMATS, TRIBUTE_STATES, TRIBUTE_STOP_REASONS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import {
  date,
  email,
  flag,
  id,
  idParams,
  linklessName,
  linklessText,
  message,
  text,
  timestamp,
} from "./fields.ts";
import { CARD_MESSAGE_MAX_LENGTH } from "./card-text.ts";
import { OPT_OUT_TOKEN_START_PATTERN } from "./limits.ts";
import { listEndpoint } from "./list.ts";

const cardFields = z.strictObject({
  recipientName: linklessName(100),
  recipientEmail: email.nullable(),
  /** The postal address for a printed card; printed cards have no email address. */
  recipientAddress: text(500).nullable(),
  message: linklessText(CARD_MESSAGE_MAX_LENGTH, 0),
});

const requireOneAddress = (
  { recipientEmail, recipientAddress }: z.output<typeof cardFields>,
  context: z.RefinementCtx,
) => {
  if ((recipientEmail === null) !== (recipientAddress === null)) return;
  context.addIssue({
    code: "custom",
    path: ["recipientEmail"],
    message: "Enter either an email address or a postal address.",
  });
};

/** The card of a new donation, or a recorded donation's changed card. */
export const newTribute = cardFields
  .extend({
    /** In the organization's time zone; null to send the card as soon as possible. */
    sendOn: date.nullable(),
  })
  .superRefine(requireOneAddress);

export const storedTribute = z.object({
  id,
  donationId: id,
  /** The donor's name, as shown on the card; null if the donor gave anonymously. */
  donorName: z.string().nullable(),
  honoree: z.string(),
  isMemorial: z.boolean(),
  recipientName: z.string(),
  recipientEmail: z.string().nullable(),
  recipientAddress: z.string().nullable(),
  message: z.string(),
  /** The first day on which the card may be sent. */
  sendOn: date,
  state: z.enum(TRIBUTE_STATES),
  stopReason: z.enum(TRIBUTE_STOP_REASONS).nullable(),
  leftAt: timestamp.nullable(),
  updatedAt: timestamp,
});

const adminTribute = storedTribute.extend({ donorId: id, givenBy: z.string() });

/** Cards in honor or in memory of someone. */
export const tributeEndpoints = adminEndpoints("giving", {
  listTributes: listEndpoint({
    path: "/api/tributes",
    summary: "Cards in honor or in memory of someone, for donations that were paid",
    sorts: ["-sendOn", "sendOn"],
    searchedFields: "recipient, honoree and donor",
    filters: {
      state: z.enum(TRIBUTE_STATES).optional(),
      /** True for printed cards, false for emailed ones. */
      isPostal: flag,
      /** Only cards that may be sent now. */
      isDue: flag,
      donorId: id.optional(),
      donationId: id.optional(),
    },
    item: adminTribute,
  }),
  downloadTribute: {
    method: "GET",
    path: "/api/tributes/:id/pdf",
    summary: "A card and its envelope, as a PDF to print",
    params: idParams,
    query: z.object({ format: z.enum(CARD_FORMATS).default("five_by_seven") }),
    output: "file",
  },
  markTributePrinted: {
    method: "POST",
    path: "/api/tributes/:id/print",
    summary: "Mark a paper card as printed; it can't be changed afterward",
    params: idParams,
    /** The version of the card that was printed. */
    body: z.strictObject({ updatedAt: timestamp }),
    output: adminTribute,
  },
  stopTribute: {
    method: "POST",
    path: "/api/tributes/:id/stop",
    summary: "Stop a card that hasn't been sent",
    params: idParams,
    output: adminTribute,
  },
  listMyTributes: {
    method: "GET",
    path: "/api/my-tributes",
    access: "donor",
    summary: "The cards for the donor's gifts",
    output: z.array(storedTribute),
  },
  changeMyTribute: {
    method: "PUT",
    path: "/api/my-tributes/:id",
    access: "donor",
    summary: "Change a card that hasn't been sent",
    rateLimit: { max: 60, windowSeconds: 3600 },
    params: idParams,
    body: cardFields
      .extend({
        /** In the organization's time zone; null to send the card as soon as possible. */
        sendOn: date.nullable(),
        /** The version that the change is based on. */
        updatedAt: timestamp,
      })
      .superRefine(requireOneAddress),
    output: storedTribute,
  },
  stopMyTribute: {
    method: "POST",
    path: "/api/my-tributes/:id/stop",
    access: "donor",
    summary: "Stop a card that hasn't been sent",
    rateLimit: { max: 60, windowSeconds: 3600 },
    params: idParams,
    output: storedTribute,
  },
  optOutOfCards: {
    // The token is in the path and there is no JSON body, because email clients send this request themselves (RFC
    // 8058).
    method: "POST",
    path: "/api/card-opt-outs/:token",
    access: "public",
    summary:
      "Stop all cards to the email address that got this link; repeating the call changes nothing",
    rateLimit: { max: 60, windowSeconds: 3600 },
    params: z.object({ token: id }),
    output: message,
  },
  openCardOptOut: {
    method: "GET",
    path: "/api/card-opt-outs/:token",
    access: "public",
    summary:
      "Lead whoever opens the link in a browser to the page that stops cards; changes nothing",
    params: z.object({ token: z.string().regex(OPT_OUT_TOKEN_START_PATTERN) }),
    output: "redirect",
  },
});
