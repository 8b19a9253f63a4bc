import { render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { anId, homeData, testimonial } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { BranchCounts } from "./branch-counts.tsx";
import type { HomeQuery } from "./home-content.tsx";
import { Letters } from "./letters.tsx";
import { Mission } from "./mission.tsx";
import { Programs } from "./programs.tsx";
import { ShareTestimonial } from "./share-testimonial.tsx";
import { VolunteerSection } from "./volunteer.tsx";

const home = homeData();
const createQuery = (data = home) => ({ data }) as HomeQuery;
const pictureFields = (imageAlt: string) => ({
  imageUrl: "/images/site/5ce4e000-0000-4000-8000-000000000017/1440x960",
  imageAlt,
});

/** Opens the section's dialog, whose code loads on the first click. */
const openDialog = async (section: ReactElement, buttonName: string, dialogName: string) => {
  fakeApi({});
  const { user } = renderInApp(section);
  expect(screen.queryByRole("form")).toBeNull();
  await user.click(screen.getByRole("button", { name: buttonName }));
  return within(await screen.findByRole("dialog", { name: dialogName }));
};

describe("pictures and figures below the first screen", () => {
  test("HOME-28: a program shows its picture, its description, and its figures with the month they start from", () => {
    const [program] = home.programCounts;
    const description = "Groceries, and something for fun.";
    render(
      <Programs
        counts={[{ ...program!, description, ...pictureFields("A door") }]}
        deliveriesSince="2025-03"
      />,
    );
    expect(screen.getByRole("img", { name: "A door" }).getAttribute("loading")).toBe("lazy");
    expect(screen.getByText(description)).toBeTruthy();
    expect(screen.getByText("boxes to 1,280 families, since March 2025")).toBeTruthy();
  });

  test("HOME-28: the program for veterans counts veterans", () => {
    const [program] = home.programCounts;
    render(
      <Programs
        counts={[{ ...program!, program: "Veterans", families: 0, veterans: 627 }]}
        deliveriesSince={null}
      />,
    );
    expect(screen.getByText("boxes to 627 veterans")).toBeTruthy();
  });

  test("HOME-27: branches show when counting started, if known", () => {
    const { rerender } = render(
      <BranchCounts counts={home.branchCounts} deliveriesSince="2025-03" />,
    );
    expect(screen.getByText("since March 2025")).toBeTruthy();
    rerender(<BranchCounts counts={home.branchCounts} deliveriesSince={null} />);
    expect(screen.queryByText(/since/)).toBeNull();
  });

  test("show nothing in place of a missing picture", () => {
    renderInApp(
      <>
        <Mission home={createQuery()} />
        <Programs counts={home.programCounts} deliveriesSince={null} />
        <VolunteerSection home={createQuery()} />
        <ShareTestimonial home={createQuery()} />
      </>,
    );
    expect(document.querySelector("img, pattern")).toBeNull();
  });

  test("HOME-20, VAPP-01: the volunteer section has its picture and opens its own form", async () => {
    const sections = { ...home.sections, volunteer: pictureFields("A tape gun") };
    const dialog = await openDialog(
      <VolunteerSection home={createQuery({ ...home, sections })} />,
      "Apply to volunteer",
      "Apply to volunteer",
    );
    expect(screen.getByAltText("A tape gun")).toBeTruthy();
    expect(dialog.getByLabelText("Full name")).toBeTruthy();
  });

  test("HOME-29: the section for stories has its picture and opens its own form", async () => {
    const sections = { ...home.sections, shareYourStory: pictureFields("A kitchen table") };
    const dialog = await openDialog(
      <ShareTestimonial home={createQuery({ ...home, sections })} />,
      "Write your story",
      "Share your story",
    );
    expect(screen.getByAltText("A kitchen table")).toBeTruthy();
    expect(dialog.getByLabelText("Your story")).toBeTruthy();
  });
});

describe("letters and stories in full", () => {
  const createLetter = (text: string, writer: string) => ({
    id: anId(),
    text,
    writer,
    order: 1,
  });
  const getFigureText = (text: string) =>
    screen.getByText(`“${text}”`).closest("figure")?.textContent;

  test("shows the first letter as a large quotation, and the others in a list with their writers", () => {
    const letters = [
      createLetter("Be brave.", "Ava, 7"),
      createLetter("I set the table.", "Nora, 6"),
    ];
    render(<Letters letters={letters} />);
    expect(getFigureText("Be brave.")).toContain("Ava, 7");
    const otherLetters = within(screen.getByRole("list", { name: "Letters from children" }));
    expect(otherLetters.getByRole("figure").textContent).toBe("I set the table.Nora, 6");
  });

  test("the mission quotes the newest story that is short enough", () => {
    const stories = ["a".repeat(281), "b".repeat(280), "c"].map((content) =>
      testimonial({ content }),
    );
    render(<Mission home={createQuery({ ...home, testimonials: stories })} />);
    expect(getFigureText("b".repeat(280))).toContain("Renee Whitaker, Military spouse");
  });

  test("doesn't show a quotation without letters or stories", () => {
    render(
      <>
        <Mission home={createQuery({ ...home, testimonials: [] })} />
        <Letters letters={[]} />
      </>,
    );
    expect(screen.queryByRole("figure")).toBeNull();
  });
});
