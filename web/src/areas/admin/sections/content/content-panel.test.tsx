import { screen } from "@testing-library/react";
import { Link } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { ContentPanel } from "./content-panel.tsx";

afterEach(() => vi.restoreAllMocks());

test("a link to a panel opens it and scrolls to it, but opening or closing a record in it doesn't scroll", async () => {
  const scrollSpy = vi.spyOn(Element.prototype, "scrollIntoView");
  const searches = ["?panel=letters", "?panel=letters&preview=1", "?panel=letters&edit=new", "?"];
  const { user } = renderInApp(
    <>
      <ContentPanel name="letters" intro="From children">
        A letter
      </ContentPanel>
      {searches.map((search) => (
        <Link key={search} to={{ search }}>
          {search}
        </Link>
      ))}
    </>,
    { route: "/dashboard/content" },
  );
  const followLink = (name: string) => user.click(screen.getByRole("link", { name }));
  await followLink("?panel=letters");
  expect(screen.getByRole<HTMLDetailsElement>("group").open).toBe(true);
  expect(scrollSpy).toHaveBeenCalledTimes(1);

  for (const search of ["?panel=letters&preview=1", "?panel=letters", "?panel=letters&edit=new"]) {
    await followLink(search);
  }
  expect(scrollSpy).toHaveBeenCalledTimes(1);
  await followLink("?");
  await followLink("?panel=letters");
  await followLink("?panel=letters");
  expect(scrollSpy).toHaveBeenCalledTimes(3);
});
