import type { Location } from "#data/locations/resource.ts";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { DeliveryEditor } from "./delivery-editor.tsx";

/** Logs a delivery with the location's place and branch filled in. */
export const LogDelivery = ({ location }: { readonly location: Location }) => {
  const { id, open, close } = useOpenedRecord("deliver");
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Log delivery to ${location.name}`}
        onClick={() => open(location.id)}
      >
        Log delivery
      </Button>
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
