import LogIn from "lucide-react/icons/log-in";
import { Link } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { replacesDialogEntry } from "#ui/dialogs/use-close-on-back.ts";

export interface MenuSheetProps {
  readonly links: readonly { readonly to: string; readonly label: string }[];
  readonly isVolunteer: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onVolunteerLogin: () => void;
}

export const MenuSheet = ({
  links,
  isVolunteer,
  open,
  onClose,
  onVolunteerLogin,
}: MenuSheetProps) => (
  <Dialog open={open} onClose={onClose} title="Menu" placement="side">
    <nav aria-label="Menu" className="flex flex-col">
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          replace
          onClick={onClose}
          className="border-base-300 border-b py-4 text-lg font-semibold"
        >
          {label}
        </Link>
      ))}
      {isVolunteer ? (
        <LinkButton
          variant="outline"
          size="lg"
          className="mt-6"
          to={paths.volunteerDashboard()}
          replace={replacesDialogEntry()}
          onClick={onClose}
        >
          My Dashboard
        </LinkButton>
      ) : (
        <Button
          variant="outline"
          size="lg"
          className="mt-6"
          onClick={() => {
            onClose();
            onVolunteerLogin();
          }}
        >
          <LogIn aria-hidden="true" size={18} />
          Volunteer Login
        </Button>
      )}
    </nav>
  </Dialog>
);
