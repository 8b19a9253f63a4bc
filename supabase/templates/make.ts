import { writeFileSync } from "node:fs";
import { recoveryMail } from "./recovery-mail.ts";

/* `npm run recovery-mail` writes the email that Auth sends itself, after a change of the layout of emails. */

writeFileSync(new URL("recovery.html", import.meta.url), recoveryMail());
