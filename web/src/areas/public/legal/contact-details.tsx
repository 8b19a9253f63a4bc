import type { ContactInfo } from "../../../data/home/organization.ts";

/** Closes both built-in texts. */
export const ContactDetails = ({ contact }: { readonly contact: ContactInfo }) => (
  <address className="not-italic">
    {contact.organizationName}
    <br />
    <span className="whitespace-pre-line">{contact.address}</span>
    <br />
    Email: <a href={`mailto:${contact.email}`}>{contact.email}</a>
    <br />
    Phone: {contact.phone}
    <br />
    Tax ID (EIN): {contact.taxId}
  </address>
);
