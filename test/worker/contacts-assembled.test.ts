import { describe, expect, test } from "vitest";
import { readPage } from "../../worker/search/contacts/extract";

const addresses = (html: string) =>
  readPage(`<html><head><title>Firma</title></head><body>${html}</body></html>`, {
    url: "https://www.firma.de/kontakt",
    country: "DE",
  }).contacts.emails.map(({ value }) => value);
const script = (code: string) => `<script>${code}</script>`;
const json = (value: unknown) => `<script type="application/json">${JSON.stringify(value)}</script>`;

/** What pages carry beside their words. The site's own domain stands next to names, numbers and keys in all of them. */
const CONFIGURATIONS: readonly [what: string, html: string][] = [
  [
    "a site builder's context",
    script(
      `Static.SQUARESPACE_CONTEXT = {"facebookAppId":"123456789012345","rollups":{},"website":{"id":"5f1","identifier":"firma","domain":"firma.de"},"baseUrl":"https://www.firma.de","authenticUrl":"https://www.firma.de","primaryDomain":"firma.de","internalUrl":"https://firma.squarespace.com","appDomain":"squarespace.com"}`,
    ),
  ],
  [
    "a builder's model",
    script(
      `var rendererModel = {"metaSiteId":"a1b2","userId":"u7","siteInfo":{"name":"Firma","domain":"firma.de","account":"main"}}`,
    ),
  ],
  [
    "a builder's state",
    script(
      `window.jimdoData={"cmsTemplate":{"name":"web"},"website":{"id":"w12","account":"firma","host":"firma.de"}}`,
    ),
  ],
  [
    "a builder's attributes",
    `<html data-wf-domain="firma.de" data-wf-page="5f1a2b" data-wf-site="5f1a2c"><div data-domain="firma.de" data-wf-user="editor">x</div>`,
  ],
  [
    "a challenge page",
    script(`(function(){window._cf_chl_opt={cvId:'3',cZone:'firma.de',cType:'managed',cRay:'8a1',cH:'abc'};}());`),
  ],
  ["another challenge", script(`window.__CF$cv$params={r:'8a1b2c3d',t:'MTY='};var u={to:"verify",host:"firma.de"}`)],
  [
    "consent, prefix and domain",
    script(`var complianz = {"prefix":"cmplz_","user_banner_id":"1","cookie_domain":"firma.de","cookie_path":"\\/"};`),
  ],
  ["consent, a cookie's name", script(`CookieConsent.run({cookie:{name:"cc_cookie",domain:"firma.de",path:"/"}})`)],
  [
    "consent, Klaro",
    script(`var klaroConfig = {elementID:"klaro",storageName:"klaro",cookieName:"klaro",cookieDomain:"firma.de"}`),
  ],
  [
    "consent, OneTrust",
    `<script src="x.js" data-domain-script="abc-def" data-domain="firma.de" data-name="otSDK"></script>`,
  ],
  [
    "consent, Cookiebot",
    script(`window.CookieControl={account:"cookiebot",domain:"firma.de",consent:{method:"implied",user:"visitor"}}`),
  ],
  [
    "consent, Borlabs",
    script(
      `var borlabsCookieConfig={"cookieDomain":"firma.de","cookiePath":"/","cookieName":"borlabs-cookie","contact":"box"}`,
    ),
  ],
  ["analytics by a call", script(`ga('create', 'UA-12-1', 'firma.de'); ga('send', 'pageview');`)],
  [
    "analytics by a tag",
    script(`gtag('config','G-AB12CD',{cookie_domain:'firma.de',user_id:'u12',cookie_prefix:'ga'})`),
  ],
  ["analytics, queued", script(`_gaq.push(['_setAccount','UA-1-1'],['_setDomainName','firma.de'])`)],
  [
    "analytics, ids",
    script(`var c={trackingId:"UA-12-1",cookieDomain:"firma.de"}; x({user_id:"u12",domain:"firma.de"})`),
  ],
  [
    "analytics, a script's attributes",
    `<script defer data-domain="firma.de" data-api="/e" data-user="site" src="https://plausible.io/js/script.js"></script>`,
  ],
  [
    "analytics, Matomo",
    script(
      `_paq.push(["setCookieDomain","*.firma.de"]);_paq.push(["setDomains",["*.firma.de"]]);var u="//stats.firma.de/";_paq.push(["setSiteId","matomo"])`,
    ),
  ],
  [
    "a tag manager",
    script(
      `dataLayer.push({"event":"login","user":"guest","hostname":"firma.de","page":{"name":"Kontakt","domain":"firma.de"}})`,
    ),
  ],
  ["an error tracker", script(`Sentry.init({name:"web",host:"firma.de",dsn:"https://8a1b@o1.ingest.sentry.io/2"})`)],
  ["an error tracker's own host", script(`Sentry.init({dsn:"https://abc12@fehler.firma.de/4",release:"web@1.2.3"})`)],
  [
    "an error tracker's context",
    script(`Bugsnag.start({user:{id:"anon",name:"Gast"},releaseStage:"prod",host:"firma.de"})`),
  ],
  [
    "marketing",
    script(
      `var _hsq=[];hbspt.forms.create({region:"eu1",portalId:"4242",formId:"ab-c",domain:"firma.de",target:"#f",name:"kontakt"})`,
    ),
  ],
  [
    "marketing by mail",
    script(
      `mailchimp.init({user:"u1abc",list:"newsletter",domain:"firma.de"}); mailerlite("account","firma","firma.de");`,
    ),
  ],
  [
    "a form that subscribes",
    `<form class="mailpoet_form newsletter" data-user="abc" data-account="main" data-domain="firma.de"><input type="email"></form>`,
  ],
  [
    "a chat",
    script(
      `window.$crisp=[];Tawk_API={visitor:{name:"Gast"},account:"tawk",domain:"firma.de"};window.intercomSettings={app_id:"abc",name:"web",custom_domain:"firma.de"}`,
    ),
  ],
  [
    "a chat's element",
    `<div id="chat" data-account="support" data-name="Firma" data-host="firma.de" data-user="guest"></div>`,
  ],
  [
    "a shop",
    script(
      `Shopify.shop = "firma.myshopify.com"; window.ShopifyAnalytics={meta:{page:{pageType:"home"}}}; var s={shop:"firma",name:"laden",domain:"firma.de",currency:"EUR",account:"kunde"}`,
    ),
  ],
  [
    "a shop's state",
    json({
      store: { id: "7", name: "Laden", code: "default", domain: "firma.de" },
      account: { login: "kunde", host: "www.firma.de" },
    }),
  ],
  ["a page's name", json({ name: "Firma", domain: "firma.de" })],
  ["an id", json({ props: { pageProps: { id: "42", domain: "firma.de", locale: "de" } } })],
  [
    "a user and a host",
    json({ session: { user: "anonymous", domain: "firma.de" }, login: { username: "guest", hostname: "firma.de" } }),
  ],
  [
    "Next.js, streamed",
    script(
      String.raw`self.__next_f.push([1,"5:[\"$\",\"div\",null,{\"site\":{\"name\":\"firma\",\"domain\":\"firma.de\",\"user\":\"web\"}}]"])`,
    ),
  ],
  [
    "Nuxt's state",
    script(`window.__NUXT__={config:{public:{siteName:"firma",domain:"firma.de",account:"haupt",user:"cms"}}}`),
  ],
  ["Nuxt's flat state", json([{ name: 1, domain: 2 }, "kontakt", "firma.de"])],
  [
    "settings of a theme",
    script(
      `var elementorFrontendConfig={"environmentMode":{},"user":{"id":"0","name":"gast"},"urls":{"host":"firma.de"},"post":{"id":12,"title":"Kontakt"}}`,
    ),
  ],
  [
    "a cookie's setter",
    script(
      `function setCookie(name,value,domain){document.cookie=name+"="+value+";domain="+domain} setCookie("theme","dark","firma.de"); Cookies.set("lang","de",{domain:"firma.de"})`,
    ),
  ],
  [
    "a tab's opener",
    `<a href="javascript:openTab('shop','firma.de')">Shop</a><a onclick="show('team','firma.de')">Team</a>`,
  ],
  [
    "an address of a page in an attribute",
    `<div data-url="https://firma.de" data-base="https://www.firma.de" data-target="web|firma.de" data-api="api/firma.de"></div>`,
  ],
  ["a form's name", `<form data-name="Kontakt" data-domain="firma.de" class="wpcf7"><input name=a></form>`],
  [
    "an element's id",
    `<div data-domain="firma.de" data-id="12">x</div><section data-id="ab12cd" data-account="x1" data-host="firma.de"></section>`,
  ],
  ["a share button", `<a class="share-email" data-name="facebook" data-domain="firma.de" href="#">Teilen</a>`],
  ["a comment system", `<div id="disqus_thread" data-user="firma" data-website="firma.de"></div>`],
  ["a video", `<div class="player" data-account="video" data-domain="firma.de" data-name="imagefilm"></div>`],
  [
    "advertising",
    script(
      `googletag.pubads().setTargeting("site","firma.de").setTargeting("section","kontakt");ads({publisher:"pub12",account:"ads",domain:"firma.de"})`,
    ),
  ],
  [
    "libraries and versions",
    script(
      `load("https://cdn.jsdelivr.net/npm/swiper@8.4.5/swiper.js"); function cdn(pkg){return "https://unpkg.com/"+pkg.name+"@"+pkg.version} cdn({name:"web",version:"1.2.3",domain:"firma.de"})`,
    ),
  ],
  [
    "a login for the site's own team",
    script(`wpApiSettings={root:"https://firma.de/wp-json/",nonce:"ab12",user:"redaktion",domain:"firma.de"}`),
  ],
  [
    "mail servers",
    json({
      smtp: { user: "mailer", host: "firma.de" },
      mailHost: "smtp.firma.de",
      mailDomain: "firma.de",
      id: "kontakt",
    }),
  ],
  [
    "a mail check",
    script(
      `function isMail(v){return v.split("@").length>1} var rules={user:"pflicht",domain:"firma.de"}; check("email","pflicht")`,
    ),
  ],
  [
    "maps and feeds",
    `<div data-name="Standort" data-host="maps.firma.de" data-user="geo" data-domain="firma.de"></div>`,
  ],
  [
    "halves that nothing joins",
    `<a data-user="info" data-domain="firma.de">x</a><a data-a="info" data-b="firma.de">x</a><a href="javascript:m('info','firma.de')">x</a>${script("var c={user:'info',domain:'firma.de'}")}`,
  ],
  [
    "a link whose path says at",
    `<p>www.shop-at-home.de und https://www.firma.com/at/firma.de</p><script>u="https://cdn.firma.com/at/firma.de/x@2x.png"</script>`,
  ],
];

describe("no address is put together from values that merely stand side by side", () => {
  test.each(CONFIGURATIONS)("%s", (_what, html) => expect(addresses(html)).toEqual([]));
});

describe("an address is put together where the page itself does", () => {
  test.each([
    ["a class that says mail", `<a class="js-mail" href="#" data-user="info" data-domain="firma.de">x</a>`],
    ["a link's words", `<a href="#" data-user="info" data-domain="firma.de">E-Mail schreiben</a>`],
    ["the words before", `<p>E-Mail: <span data-name="info" data-domain="firma.de"></span></p>`],
    [
      "a handler",
      `<a data-name="info" data-domain="firma" data-tld="de" onclick="location.href='mailto:'+this.dataset.name+'@'+this.dataset.domain+'.'+this.dataset.tld">x</a>`,
    ],
    ["names that say mail", `<span data-mail-user="info" data-mail-domain="firma.de"></span>`],
    ["one value in an attribute of mail", `<a data-mail="info|firma.de">x</a>`],
    [
      "a script over data attributes",
      `<a href="#" data-user="info" data-domain="firma.de">Schreiben</a><script>document.querySelectorAll("[data-user]").forEach(function(a){a.href="mai"+"lto:"+a.dataset.user+"@"+a.dataset.domain})</script>`,
    ],
    [
      "a script over attributes, in a template",
      `<b data-u="info" data-d="firma.de">Schreiben</b><script>for (const e of all) { const u = e.getAttribute("data-u"), d = e.getAttribute('data-d'); e.textContent = \`\${u}@\${d}\`; }</script>`,
    ],
    [
      "a library over attributes",
      `<b data-left="info" data-right="firma.de">x</b><script>$("b").each(function(){ $(this).text($(this).data("left") + String.fromCharCode(64) + $(this).data("right")) })</script>`,
    ],
    [
      "a list of objects",
      script(`[{user:"info",domain:"firma.de"}].forEach(c => { el.href = "mailto:" + c.user + "@" + c.domain })`),
    ],
    [
      "three parts of an object",
      script(`var m={n:"info",h:"firma",t:"de"};function w(o){return [o.n,o.h+"."+o.t].join("@")} w(m)`),
    ],
    [
      "a function of the page",
      `<script>function m(a,b){location.href="mailto:"+a+"@"+b}</script><a href="javascript:m('info','firma.de')">x</a>`,
    ],
    [
      "a function of the page, an arrow",
      `<script>const go=(n,d)=>{location="mailto:"+n+"@"+d}</script><a onclick="go('info','firma.de')">x</a>`,
    ],
    [
      "a function of one script, called by another",
      script(`function dm(u,d,t){document.write('<a href="ma'+'ilto:'+u+'@'+d+'.'+t+'">x</a>')}`) +
        script(`dm('info','firma','de')`),
    ],
    ["a function that says mail", `<a href="javascript:sendMail('info','firma.de')">x</a>`],
    ["its parts in three", `<a onclick="return mail('info','firma','de')">x</a>`],
    [
      "a style sheet",
      `<style>.m::after{content:attr(data-n) "@" attr(data-d)}</style><span class=m data-n=info data-d=firma.de></span>`,
    ],
    [
      "letters packed four to a number",
      script(`var e=new Array;e[0]=1768842863;e[1]=1080453490;e[2]=1835085412;e[3]=101;zeige(e)`),
    ],
    ["letters packed, the first one lowest", script(`zeige([1868983913,1919510080,1680761197,101])`)],
  ])("%s", (_what, html) => expect(addresses(html)).toEqual(["info@firma.de"]));
});

describe("samples in scripts", () => {
  test.each([
    script(`f({placeholder:"hallo.du@gmail.com",label:"E-Mail"})`),
    script(`createElement("input",{type:"email",placeholder:"du@firma.de"})`),
    script(`input.placeholder = "hallo.du@gmail.com";`),
    script(`f({testimonials:{email:"kundin@gmx.de"}})`),
  ])("%s", (html) => expect(addresses(html)).toEqual([]));
});
