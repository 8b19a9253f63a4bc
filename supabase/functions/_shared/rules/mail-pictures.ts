/**
 * The scenes at the top of emails, and their files in `web/public` (drawn by `web/scenes/cards.ts`). Emails that were
 * already sent still load these files, so never rename or remove one.
 */
export const MAIL_PICTURES = {
  "mail-on-its-way": "mail.jpg",
  "thank-you": "mail-thank-you.jpg",
  "family-at-the-door": "mail-family-at-the-door.jpg",
  "winter-box": "mail-winter-box.jpg",
  "writing-a-story": "mail-writing-a-story.jpg",
  "warehouse-morning": "mail-warehouse-morning.jpg",
  "packing-table": "mail-packing-table.jpg",
  "volunteer-and-tape-gun": "mail-volunteer-and-tape-gun.jpg",
  "quiet-desk": "mail-quiet-desk.jpg",
  "folded-flag-at-dawn": "mail-folded-flag-at-dawn.jpg",
} as const;

export type MailPicture = keyof typeof MAIL_PICTURES;

/** The logo above emails. It's a PNG, because most email clients don't show SVG. */
export const MAIL_MARK = { file: "mail-mark.png", size: 40 } as const;
