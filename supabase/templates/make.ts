import { writeFileSync } from "node:fs";
import { renderRecoveryMail } from "./recovery-mail.ts";

/* `npm run recovery-mail` writes the email that Auth itself sends. Run it after changing the layout of emails. */

writeFileSync(new URL("recovery.html", import.meta.url), renderRecoveryMail());
