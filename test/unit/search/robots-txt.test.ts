import { describe, expect, test } from "vitest";
import { parseRobots, createRulesWithoutFile } from "../../../worker/search/crawl/robots-txt";

describe("robots.txt", () => {
  const robots = (text: string) => parseRobots(text, "https://www.firm.test/robots.txt", "Candidature");
  test.each([
    ["", "/x", true],
    ["User-agent: *\nDisallow: /", "/x", false],
    ["User-agent: *\nDisallow:", "/x", true],
    ["User-agent: *\nDisallow: /contact", "/contact.html", false],
    ["User-agent: *\nDisallow: /contact\nAllow: /contact/public", "/contact/public", true],
    ["user-agent: candidature\ndisallow: /\n\nuser-agent: *\ndisallow:", "/x", false],
    ["User-agent: Candidature\nAllow: /\n\nUser-agent: *\nDisallow: /", "/x", true],
    ["User-agent: GPTBot\nDisallow: /", "/x", true],
    ["User-agent: *\r\nDisallow: /*.pdf$ # no files\r\n", "/x.pdf", false],
    ["\uFEFFUser-agent: *\nDisallow: /x", "/x", false],
    ["<!doctype html><title>Home</title><p>Disallow: /", "/x", true],
  ])("%j: %s %s", (text, path, allowed) =>
    expect(robots(text).isAllowed(`https://www.firm.test${path}`)).toBe(allowed),
  );

  test("holds for the same host, with or without www and s", () => {
    const rules = robots("User-agent: *\nDisallow: /x");
    expect(rules.isAllowed("http://firm.test/x")).toBe(false);
    expect(rules.isAllowed("http://firm.test/y")).toBe(true);
    expect(rules.isAllowed("https://other.test/y")).toBe(false);
    expect(rules.isAllowed("nonsense")).toBe(false);
  });

  test("observes the crawl delay, ten seconds at most", () => {
    expect(robots("User-agent: *\nCrawl-delay: 2").delayMs).toBe(2000);
    expect(robots("User-agent: *\nCrawl-delay: 86400").delayMs).toBe(10_000);
    expect(robots("User-agent: *\nCrawl-delay: soon").delayMs).toBe(0);
  });

  test("a missing file allows, a broken one does not", () => {
    expect(createRulesWithoutFile(404).isAllowed("https://firm.test/")).toBe(true);
    expect(createRulesWithoutFile(503).isAllowed("https://firm.test/")).toBe(false);
  });

  test("the cost of a hostile file is bounded", () => {
    // Time of the processor, which other work on the machine does not lengthen. Microseconds.
    const before = process.cpuUsage();
    const rules = robots(`User-agent: *\n${`Disallow: /${"*a".repeat(190)}b\n`.repeat(2000)}`);
    rules.isAllowed(`https://www.firm.test/${"a".repeat(2000)}`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
  });
});
