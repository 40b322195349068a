/**
 * Software, machines and methods with a name. One a line: `id < ids that imply it: forms`. A form with a capital must be
 * written with one, `x*` is any word that begins with x, `~x` any that holds it. A line without forms is its own form.
 */
export const tools = `
office < word excel powerpoint access: ms office, microsoft office, pack office, suite office, office suite, office paket, office anwendungen, office kenntnisse, office 365, microsoft 365, office programm*, bureautique, Office, Bureautique
word < office: ms word, microsoft word, Word
excel < office: ms excel, microsoft excel, Excel, tableur, spreadsheet*, tabellenkalkulation
powerpoint < office: powerpoint, power point
access < office: ms access, microsoft access, access excel, excel access, excel et access, excel and access, excel und access, word access, access database*
outlook < office: Outlook, microsoft outlook
vba: vba, visual basic, macros excel, excel macros, excel makros
pivot: tableaux croises*, tcd, pivot table*, pivottabelle*, pivot tabelle*
google-docs: google docs, google sheets, google workspace, g suite, google drive
sap: SAP, s 4hana, s4hana, sap r 3, abap
sage: Sage
ciel: Ciel, Ciel compta
cegid: cegid
quadra: quadratus, quadra, quadracompta
ebp: ebp
datev: datev
lexware: lexware
quickbooks: quickbooks
xero: xero
pennylane: pennylane
oracle: Oracle
peoplesoft: peoplesoft
dynamics: microsoft dynamics, dynamics 365, navision
odoo: odoo
netsuite: netsuite
workday: Workday
silae: silae
adp: ADP
personio: personio
erp < sap odoo netsuite dynamics sage oracle: erp, progiciel*
crm < salesforce hubspot dynamics pipedrive zoho: crm, crm system*
salesforce: salesforce
hubspot: hubspot
pipedrive: pipedrive
zoho: zoho
zendesk: zendesk
intercom: Intercom
mailchimp: mailchimp
brevo: Brevo, sendinblue
wms < reflex manhattan: wms, warehouse management system, lagerverwaltungssystem*, lagerverwaltungssoftware
reflex: reflex wms, Reflex
tms: tms, transport management system
photoshop < adobe: photoshop
illustrator < adobe: Illustrator, adobe illustrator
indesign < adobe: indesign, in design
aftereffects: after effects, aftereffects
premiere: premiere pro, adobe premiere
lightroom: lightroom
adobe < photoshop illustrator indesign lightroom aftereffects premiere: adobe creative suite, adobe suite, suite adobe, creative suite, creative cloud, adobe cc, adobe creative cloud, Adobe
figma: figma
sketch: Sketch
canva: canva
xd: adobe xd
blender: Blender
cinema4d: cinema 4d
3dsmax: 3ds max, 3dsmax
maya: Maya
unity: Unity, unity 3d
unreal: unreal engine
final-cut: final cut
davinci: davinci resolve
quark: quarkxpress
wordpress: wordpress
drupal: drupal
joomla: joomla
typo3: typo3
shopify: shopify
prestashop: prestashop
magento: magento
woocommerce: woocommerce
webflow: webflow
autocad: autocad
solidworks: solidworks
catia: catia
revit: revit
sketchup: sketchup
archicad: archicad
inventor: Inventor
fusion360: fusion 360
ansys: ansys
cad < autocad solidworks catia revit archicad inventor: cao, cad, dao, conception assistee par ordinateur, computer aided design
bim < revit: bim
qgis: qgis, arcgis
plc: PLC, automate programmable, automates programmables, sps, speicherprogrammierbar*, simatic, siemens s7, tia portal, step 7
eplan: eplan
knx: knx
cnc: cnc, CN, commande numerique, commandes numeriques, numerical control
lean: lean management, lean manufacturing, Lean
six-sigma: six sigma, green belt, black belt
kaizen: kaizen
5s: 5s
scrum: Scrum
agile < scrum kanban: agile methods, methodes agiles, methode agile, agile method*, agilen method*, agile softwareentwicklung, agile development
kanban: kanban
prince2: prince2
pmp: pmp, PMP
itil: itil
opera-pms: opera pms, Opera, opera cloud, fidelio, micros fidelio
mews: Mews
protel: protel
amadeus: Amadeus
sabre: Sabre
lightspeed: lightspeed
zelty: zelty
micros: Micros
doctolib: doctolib
dxcare: dxcare
orbis: Orbis
sirh: sirh, hris, hr information system*
moodle: moodle
pronote: pronote
lexisnexis: lexisnexis, lexis 360, lexis nexis
dalloz: dalloz
beck-online: beck online, beck-online
juris: Juris
winmacs: winmacs, ra micro
diagbox: diagbox
delphi-diag: Delphi
bosch-diag: esitronic, Bosch
vcds: vcds
obd: obd, obd2
zbrush: zbrush
maxqda: maxqda
chatgpt: chatgpt, copilot
zapier: zapier
linkedin-recruiter: linkedin recruiter
winlims: lims
hplc: hplc
pcr: pcr
dcs: dcs
sketchbook: procreate
proconcept: winner design
mass-spectrometry: mass spectrometr*, massenspektrometr*, spectrometrie de masse, lc ms, gc ms
nmr: nmr, nmr spectroscop*, rmn
flow-cytometry: flow cytometr*, cytometrie en flux, durchflusszytometr*
crispr: crispr
hplc: hplc
pcr: pcr, qpcr
western-blot: western blot*
cell-culture: cell culture, culture cellulaire, zellkultur*
`;
