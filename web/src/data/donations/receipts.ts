import { useMutation } from "@tanstack/react-query";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";

export const useSaveReceipt = () =>
  useMutation({
    mutationFn: async (donationId: string) => {
      const response = await apiFile("GET /api/donations/:id/receipt", {
        as: "admin",
        params: { id: donationId },
      });
      await saveResponse(response, "receipt.pdf");
    },
  });

export const useSaveStatement = (donorId: string) =>
  useMutation({
    mutationFn: async (year: number) => {
      const response = await apiFile("GET /api/donors/:id/statements/:year", {
        as: "admin",
        params: { id: donorId, year: String(year) },
      });
      await saveResponse(response, `statement-${year}.pdf`);
    },
  });
