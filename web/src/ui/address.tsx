import { Fragment } from "react";

/** An email breaks before @ and dots first, and anywhere only where even that does not fit. */
export const Address = ({ email }: { readonly email: string }) => {
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
