import { expect, it } from "vitest";
import { ApiError } from "../../../web/lib/api-error";
import { LoadError } from "../../../web/lib/fetch-code";

it("names an unexpected error in the console, where the names of classes are cut short", () => {
  expect(String(new ApiError(500, "internal", "The server failed"))).toBe("ApiError: The server failed");
  expect(String(new LoadError("It could not be fetched"))).toBe("LoadError: It could not be fetched");
});
