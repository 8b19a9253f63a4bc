import { singleRecord } from "../single-record.ts";

export const heroSection = singleRecord({
  read: "GET /api/hero-section",
  save: "POST /api/update-hero-section",
  shownBy: ["GET /api/home"],
});
