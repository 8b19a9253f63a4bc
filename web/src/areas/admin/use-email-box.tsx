import { type ReactNode, useState } from "react";
import { CheckField } from "#ui/fields/check-field.tsx";

interface EmailBox {
  readonly sendsEmail: boolean;
  readonly emailBox: ReactNode;
}

/**
 * A checkbox that decides whether a volunteer is emailed about what an administrator does. It starts checked. Says so if
 * they have no email address.
 */
export const useEmailBox = (label: string, hasEmail = true): EmailBox => {
  const [sendsEmail, setSendsEmail] = useState(true);
  return {
    sendsEmail,
    emailBox: hasEmail ? (
      <CheckField label={label} checked={sendsEmail} onValue={setSendsEmail} />
    ) : (
      <p className="quiet text-sm">They have no email address, so please tell them yourself.</p>
    ),
  };
};
