/**
 * Tells password managers to which login a new password belongs. Without it, they keep the text field before the
 * password as the login, such as a phone number. People don't see it.
 */
export const LoginName = ({ value }: { readonly value: string }) => (
  <input
    type="text"
    autoComplete="username"
    value={value}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
    className="sr-only"
  />
);
