import type { ContactInfo } from "#data/home/queries.ts";

/** Lists ways to give that don't require JavaScript. */
export const GiveWithoutScript = ({ contact }: { readonly contact: ContactInfo }) => (
  <div role="note" className="border-accent mt-4 border-l-4 pl-4 text-base">
    <p className="font-semibold">You need JavaScript to give online.</p>
    <p className="mt-1">
      Please turn it on in your browser, or send a check to {contact.organizationName},{" "}
      {contact.address}. Questions: {contact.phone}, {contact.email}.
    </p>
  </div>
);
