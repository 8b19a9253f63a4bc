import type { Location } from "#data/locations/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { DeliveryEditor } from "./delivery-editor.tsx";

/** Logs a delivery with the location's place and branch filled in. */
export const LogDelivery = ({ location }: { readonly location: Location }) => {
  const { id, open, close } = useOpenedRecord("deliver");
  return (
    <>
      <RowAction aria-label={`Log delivery to ${location.name}`} onClick={() => open(location.id)}>
        Log delivery
      </RowAction>
      <Dialog
        open={id === location.id}
        onClose={close}
        isInUrl
        size="lg"
        title="Log a delivery"
        description={location.name}
      >
        <DeliveryEditor record={null} location={location} onDone={close} />
      </Dialog>
    </>
  );
};
