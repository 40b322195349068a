import { describe, expect, test } from "vitest";
import { readPage } from "../../worker/search/contacts/extract";

const phones = (html: string, country: string) =>
  readPage(`<html><body>${html}</body></html>`, { url: "https://www.atelier-nord.fr/", country }).contacts.phones.map(
    ({ value }) => value,
  );

describe("a number in the spellings of its country", () => {
  test.each([
    [
      "FR",
      "+33199001234",
      [
        "(+33) 1 99 00 12 34",
        "+33 0 1 99 00 12 34",
        "+33 (1) 99 00 12 34",
        "01 . 99 . 00 . 12 . 34",
        "01•99•00•12•34",
        "01&#8209;99&#8209;00&#8209;12&#8209;34",
        "01&#8239;99&#8239;00&#8239;12&#8239;34",
        "<b>01</b>.<b>99</b>.<b>00</b>.<b>12</b>.<b>34</b>",
        "59000 LILLE 01 99 00 12 34 contact",
        "BP 12 - 59000 - 01 99 00 12 34",
        "RCS Lille 419 220 874 - 01 99 00 12 34",
        "01 99 00 12 34 75001 Paris",
        "Tél. 01 99 00 12 34 7j/7 24h/24",
        "Tél 01 99 00 12 34 9h-18h",
        "01 99 00 12 34/35",
        "N° de tél : 01 99 00 12 34",
        "Service clients : 01 99 00 12 34",
        "Pour toute commande : 01 99 00 12 34",
        "Tél : 33 1 99 00 12 34",
      ],
    ],
    [
      "FR",
      "+33639980077",
      [
        "06-39-98-00-77",
        "WhatsApp : 06 39 98 00 77",
        "<a href='https://wa.me/33639980077?text=x'>x</a>",
        "<a href='https://api.whatsapp.com/send/?phone=33639980077&text'>x</a>",
        "<a href='//wa.me/0639980077'>x</a>",
        "<a href='sms:+33639980077'>x</a>",
        '<button data-settings=\'{"telephone":"33639980077"}\'>x</button>',
        "<span data-num='06 39 98 00 77'>x</span>",
        "<script>var tel='06 39 98 00 77';</script>",
        "<script>document.write('<a href=\"tel:+336'+'39980077\">x</a>')</script>",
      ],
    ],
    [
      "DE",
      "+493023125044",
      [
        "030 / 23 12 50 44",
        "Telefon: +49 (0) 30 / 23125-044",
        "++49 30 23125044",
        "(+49 30) 23125044",
        "Tel. 030 23125044 8-18 Uhr",
        "Tel.: 030 23125-044 / -045",
        "Tel. 49 30 23125044",
        "Tel.-Nr.: 030 23125044",
        "Bestellungen: 030 23125044",
        "030 23125044, 10119 Berlin",
        "030 23125044 10119 Berlin",
        "０３０ 23125-044",
      ],
    ],
    [
      "GB",
      "+442079460123",
      [
        "(020) 7946 0123",
        "+44(0)2079460123",
        "0207 946 0123",
        "020 7946 0123 (9am-5pm)",
        "020 7946 0123/4",
        "Call 020 7946 0123 ext 12",
        "Contact number: 020 7946 0123",
        "Tel 44 20 7946 0123",
      ],
    ],
    [
      "GB",
      "+441632960575",
      ["Ring <b>01632</b> <b>960</b> <b>575</b> before nine", "(01632)960575", "<a href='tel:01632960575'>x</a>"],
    ],
    ["BE", "+32475551288", ["GSM 0475 55 12 88", "0475/55.12.88"]],
    ["CH", "+41315550159", ["031 555 01 59", "+41 (0)31 555 01 59"]],
    ["AT", "+4315139876", ["Tel.: 01 5139876", "+43 1 513 98 76"]],
    ["US", "+12025550151", ["(202) 555-0151", "202.555.0151", "1-202-555-0151", "toll-free 1-202-555-0151"]],
  ] as const)("%s %s", (country, expected, spellings) => {
    for (const spelling of spellings) expect(phones(`<p>${spelling}</p>`, country), spelling).toEqual([expected]);
  });
});

describe("what stands beside a number says what it is", () => {
  test.each([
    [
      "DE",
      "<dl><dt>Zentrale</dt><dd>030 23125044</dd><dt>Fax Zentrale</dt><dd>030 23125045</dd></dl>",
      ["+493023125044"],
    ],
    ["DE", "<p>t +49 30 23125044<br>f +49 30 23125045</p>", ["+493023125044"]],
    ["DE", "<p>Fernsprecher: 030 23125044<br>Fernkopie: 030 23125045</p>", ["+493023125044"]],
    [
      "DE",
      "<div>030 23125044<br><small>Telefon</small></div><div>030 23125045<br><small>Telefax</small></div>",
      ["+493023125044"],
    ],
    [
      "DE",
      "<table><tr><td>Telefon</td><td>Telefax</td></tr><tr><td>030 23125044</td><td>030 23125045</td></tr></table>",
      ["+493023125044"],
    ],
    ["DE", "<p>Telefon: 030 23125044, Fax auf Anfrage</p>", ["+493023125044"]],
    [
      "FR",
      "<p><i class='fa fa-phone'></i> 01 99 00 12 34 <i class='fa fa-fax'></i> 01 99 00 12 35</p>",
      ["+33199001234"],
    ],
    ["FR", "<p>☎ 01 99 00 12 34 📠 01 99 00 12 35</p>", ["+33199001234"]],
    ["FR", "<p>01 99 00 12 34 (standard) 01 99 00 12 35 (télécopie)</p>", ["+33199001234"]],
    ["FR", "<ul><li class=phone>01 99 00 12 34</li><li class=fax>01 99 00 12 35</li></ul>", ["+33199001234"]],
    ["GB", "<a href='fax:02079460123'>020 7946 0123</a>", []],
    [
      "GB",
      "<p><abbr title='Telephone'>T</abbr> 020 7946 0122 <abbr title='Fax'>F</abbr> 020 7946 0123</p>",
      ["+442079460122"],
    ],
    [
      "GB",
      `<script type="application/json">{"lines":[{"label":"Phone","value":"020 7946 0122"},{"label":"Fax","value":"020 7946 0123"}]}</script>`,
      ["+442079460122"],
    ],
    [
      "GB",
      `<script type="application/json">[["Reactive",1],{"name":2,"phone":3},"Fernley","0113 496 0880"]</script>`,
      ["+441134960880"],
    ],
  ] as const)("%s %s", (country, html, expected) => expect(phones(html, country)).toEqual(expected));
});

describe("numbers that nobody answers", () => {
  test.each([
    [
      "FR",
      [
        "SIREN : 034 298 175",
        "TVA : FR 06 034298175",
        "IBAN FR76 0199 0012 3400 0123 4567 890",
        "police 0145 221 908",
        "Du 01/02/2024 au 03/04/2024",
        "01.02.24 - 03.04.24",
        "GPS : 01.990012, 34.567890",
        "lundi 09 00 - 12 00, 14 00 - 18 00",
        "Départements : 01 03 07 26 38",
        "Étapes 01 02 03 04 05 06",
        "Série 0199-0012-34",
        "0 012 488 visites",
        "Ex. : 06 39 98 00 77",
        "Numéro de commande 0199001234",
      ],
    ],
    [
      "DE",
      [
        "Art.-Nr. 030-23125-400",
        "Kilometerstand 089.999",
        "04.04.–17.05.2025",
        "Steuernummer: 030/231/25123",
        "Öffnungszeiten 08.00 - 12.00 / 13.00 - 18.00 Uhr",
        "DE 030231250",
        "Kunden-Nr. 030 23125044",
        "Rechnung 030/2024/23125",
        "03/2024 – 05/2025",
        "Az. 030 23125/24",
      ],
    ],
    [
      "GB",
      [
        "Company No. 02079460",
        "Sort code 02-07-94 Account 01230123",
        "Drawing 0161 4960-B",
        "Batch 020794601",
        "Open 0800 - 1800",
        "#02079460123",
        "Part 01632-960",
      ],
    ],
    ["BE", ["TVA BE 0475.123.456", "BCE 0459.882.317"]],
    ["CH", ["CHE-123.456.789 MWST"]],
    ["US", ["EIN 20-2555015"]],
  ] as const)("%s", (country, texts) => {
    for (const text of texts) expect(phones(`<p>${text}</p>`, country), text).toEqual([]);
  });
});
