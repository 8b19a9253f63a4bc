import Plus from "lucide-react/icons/plus";
import { Button, LinkButton } from "#ui/button.tsx";

export type AddButtonProps = { readonly label: string } & (
  | { readonly to: string; readonly onClick?: never }
  | { readonly to?: never; readonly onClick: () => void }
);

/** Adds a record to a list. On phones, it shows only its icon, so that the search and all tools fit in one row. */
export const AddButton = ({ label, to, onClick }: AddButtonProps) => {
  const content = (
    <>
      <Plus aria-hidden="true" size={18} />
      <span className="max-sm:sr-only">{label}</span>
    </>
  );
  return to === undefined ? (
    <Button className="max-sm:btn-square" onClick={onClick}>
      {content}
    </Button>
  ) : (
    <LinkButton className="max-sm:btn-square" to={to}>
      {content}
    </LinkButton>
  );
};
