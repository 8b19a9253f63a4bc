import { Fragment } from "react";

/** Shows an email address. If it doesn't fit on a line, it breaks at @ or a dot, and elsewhere only if necessary. */
export const EmailAddress = ({ email }: { readonly email: string }) => {
  const parts = email.split(/(?=[@.])/);
  return (
    <span className="wrap-anywhere">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one address keep their order
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
};
