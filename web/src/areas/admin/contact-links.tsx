import { createMailLink } from "#lib/mail-link.ts";
import { cx } from "#ui/class-names.ts";

export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <a className="link whitespace-nowrap" href={`tel:${phone}`}>
    {phone}
  </a>
);

export interface ContactLinksProps {
  readonly email: string | null;
  readonly phone: string | null;
  readonly className?: string;
}

/** Links that call and email someone. Says so if there is neither. */
export const ContactLinks = ({ email, phone, className }: ContactLinksProps) => (
  <>
    {phone && (
      <span className={className}>
        <PhoneLink phone={phone} />
      </span>
    )}
    {email !== null && (
      <a className={cx("link break-words", className)} href={createMailLink(email)}>
        {email}
      </a>
    )}
    {email === null && !phone && <span className={cx("quiet", className)}>No email or phone</span>}
  </>
);
