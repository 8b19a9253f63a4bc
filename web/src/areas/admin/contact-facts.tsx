import { createMailLink } from "#lib/mail-link.ts";
import { Badge } from "#ui/badge.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { PhoneLink } from "./contact-links.tsx";
import { Fact } from "./fact.tsx";

export const EmailFact = ({
  name = "Email",
  email,
}: {
  readonly name?: string;
  readonly email: string | null;
}) => (
  <Fact name={name}>
    {email ? (
      <a className="link" href={createMailLink(email)}>
        <EmailAddress email={email} />
      </a>
    ) : (
      "None"
    )}
  </Fact>
);

export interface PhoneFactProps {
  readonly name?: string;
  readonly phone: string | null;
}

export const PhoneFact = ({ name = "Phone", phone }: PhoneFactProps) => (
  <Fact name={name}>{phone ? <PhoneLink phone={phone} /> : "None"}</Fact>
);

export const TagsFact = ({ tags }: { readonly tags: readonly string[] }) =>
  tags.length > 0 && (
    <Fact name="Tags">
      <span className="flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    </Fact>
  );

export interface MultilineFactProps {
  readonly name: string;
  readonly text: string | null;
}

/** Multiline text, such as notes, below its label. */
export const MultilineFact = ({ name, text }: MultilineFactProps) =>
  text !== null && (
    <div className="py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1 whitespace-pre-line wrap-anywhere">{text}</dd>
    </div>
  );
