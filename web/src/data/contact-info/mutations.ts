import { singleRecord } from "../single-record.ts";

export const contactInfoRecord = singleRecord({
  read: "GET /api/contact-info",
  save: "POST /api/update-contact",
  invalidates: ["GET /api/home"],
});
