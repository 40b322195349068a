/** Ranks and jobs. Form of a line as in tools.ts. */
export const titles = `
senior: Senior, a senior, senior data, senior software, senior web, senior project, senior account, as senior, senior developer*, senior manager*, senior nurse, senior consultant*, senior baker, senior chef, senior accountant*, senior designer*, senior analyst*, senior entwickler*, senior engineer*, developpeur* senior, comptable senior, senior associate, consultant* senior, confirmee et senior
responsible-hint: responsable*, verantwortlich*, responsible*
officer: officier*, captain, capitaine, lieutenant*, colonel, offizier*, hauptmann, commander
leader-hint: leader, leaders
lead < leader-hint chef-hint chief head managing responsible-hint: tech lead*, lead developer*, team lead*, team leader*, teamleiter*, teamleitung, lead engineer*, lead designer*, Lead, lead data, lead nurse, chef* d equipe*, gruppenleit*, vorarbeiter*, schichtleit*, shift lead*, shift supervisor*, foreman, forewoman, supervisor*, superviseur*, section leader*, team manager*, equipe lead, group lead*, leiter, leiterin, responsable d equipe, chef* de chantier, polier*, chef* de ligne, chef* d atelier, workshop manager*, werkstattleit*, contremaitre*
head: leitende*, clerc principal*, premier clerc, office manager*, practice manager*, editor in chief, redacteur en chef, redactrice en chef, chefredakteur*, head of, head chef, head nurse, head baker, head cook, head receptionist, head teacher, headteacher, kuchenchef*, chef* de cuisine, chef de service, cheffe de service, cadre de sante, cadre infirmier*, ward manager*, ward sister, charge nurse, stationsleit*, pflegedienstleit*, pflegeleit*, abteilungsleit*, bereichsleit*, department manager*, department head, chef* de departement, responsable de service, responsable de departement, responsable du service, responsable magasin, responsable de magasin, store manager*, filialleit*, marktleit*, shop manager*, restaurant manager*, directeur* de magasin, responsable de boutique, warehouse manager*, lagerleit*, responsable logistique, responsable entrepot, responsable d entrepot, chief accountant, chef* comptable, hauptbuchhalter*, chef* de rayon, chef receptionist*, chef* de reception, empfangsleit*, rezeptionsleit*, front office manager*, backstubenleit*, responsable de production, production manager*, produktionsleit*, responsable de fournil, chef boulanger*, chef patissier*, vertriebsleit*, sales manager*, responsable des ventes, responsable commercial*, directeur commercial, hr manager*, responsable rh, responsable des ressources humaines, personalleit*, drh, marketing manager*, responsable marketing, marketingleit*, art director*, directeur* artistique*, directrice artistique, creative director*, art direct*, responsable paie, responsable comptable, responsable d atelier, responsable qualite, quality manager*, qualitatsleit*, schulleit*, principal teacher, kitaleit*, heimleit*, einrichtungsleit*, betriebsleit*, bauleit*, site manager*, conducteur de travaux, conductrice de travaux, salonleit*, salon manager*, responsable de salon, oberarzt*, chefarzt*
manager-title < head chief director lead managing project-manager: ~manager
chief: chief executive, chief officer, ceo, cto, cfo, coo, chief operating, chief technical, chief technology, chief financial
director: directeur general, directrice generale, directeur*, directrice*, director of, managing director*, geschaftsfuhrer*, vorstand, vice president*, directeur financier, direktor*, financial director*, finance director*, director
partner: prokurist*, fonde de pouvoir, fondee de pouvoir, associe gerant, partner in, partnerin, avocat associe, avocate associee, senior partner, equity partner, managing partner
deputy-hint: stellv, second, seconde, zweiter, zweite
deputy < deputy-hint: adjoint*, deputy*, stellvertret*, sous chef*, second de cuisine, assistant head chef, assistant chef, assistant manager*
project-manager: chef* de projet*, cheffe de projet*, project manager*, projektleit*, projektmanager*, product owner*, product manager*, chef* de produit*, produktmanager*
expert-title: expert en, experte en, recognised expert, recognized expert, anerkannte expertin, anerkannter experte, consultant en, consultante en
professional-grade: architect professional, engineer professional, developer professional, administrator expert, architect expert
lawyer: avocat*, lawyer*, solicitor*, barrister*, rechtsanwalt*, rechtsanwalt*, attorney*
jurist: juriste*, legal counsel, paralegal*, syndikus*, legal officer*, jurist*
notary: notaire*, notary, notar
judge: magistrat*, judge, richter*
doctor: medecin*, physician*, arzt, arztin, doctor
professor: professor, professeure d universite, professeur des universites, maitre de conferences, university lecturer*, dozent*, lecturer*, hochschuldozent*
civil-servant: fonctionnaire titulaire, civil servant*, beamte*
engineer-title < engineer: ~ingenieur, engineer, engineers
architect: architect*, architekt*
pilot-title: pilote de ligne, airline pilot
driver-title < transport truck-licence: chauffeur*, conducteur* routier*, lorry driver*, truck driver*, berufskraftfahrer*, kraftfahrer*, bus driver*, busfahrer*
accountant-title < accounting: expert comptable, experte comptable, chartered accountant*, certified accountant*
nurse-title < ide: nurse, infirmier*, krankenschwester*, krankenpfleger*, pflegefachfrau*, pflegefachmann*, pflegefachkraft*
pharmacist: apotheker, apothekerin, pharmacien, pharmacienne, pharmacist*
nurse-practitioner: infirmier* de pratique avancee, infirmier* en pratique avancee, ipa, nurse practitioner*, advanced practice nurse*
nurse-assistant: aide soignant*, healthcare assistant*, care assistant*, pflegehelfer*, pflegeassistent*, auxiliaire de vie
`;

/** What one has won, founded, raised or cut. */
export const feats = `
founder: fonde ma, fonde mon, cofondat*, fondat*, founder*, co founder*, cofounder*, founded my, started my own, grunder*, gegrundet, cree ma propre, cree mon entreprise, propre entreprise, my own company, my own business, eigenes unternehmen, mon propre salon, eigenen salon, eigener betrieb, eigene werkstatt, eigenes geschaft, inhaber*, gerant*, owner of, business owner*, shop owner*, co owner*, as owner, owned, my own salon, mein eigenes
of-the-year < award-hint: employe* du mois, salarie* de l annee, salarie* du mois, vendeu* de l annee, employe* de l annee, employee of the*, apprentice of the year, salesperson of the*, trainee of the*, manager of the*, seller of the*, of the year award*, mitarbeiter* des jahres, mitarbeiter* des monats, verkaufer* des jahres
award-hint: silber*, silver, bronze, argent, meilleur*, best, beste*, prix, concours, medaille*, prize, award, preis, preise, wettbewerb*, medal, competition*, ausgezeichnet*, gewonnen
first-prize: premier prix, premiere place, 1er prix, 1re place, first prize, first place, 1st prize, 1st place, erster preis, ersten preis, erste preis, ersten platz, erster platz, 1 preis, 1 platz, medaille d or, Gold, gold abholen, gold geholt, gold gewonnen, gold medal*, goldmedaille*, gagnant*, winner, winners, sieger*, siegerin, vainqueur*
mof: meilleur ouvrier*, mof
award < award-hint first-prize distinction mention: laureat*, deuxieme prix, prix du meilleur, prix de l, award for, award winner*, award winning, an award, my award, awarded, won the, prize*, medaille*, medal*, ausgezeichnet mit, ausgezeichnet als, mehrfach ausgezeichnet, wurde ausgezeichnet, ausgezeichnet worden, auszeichnung*, wettbewerb gewonnen, gewann, trophee*, worldskills, win a, won a, win an, won an, helped win, gagne un, gagne le, gagne la, remporte un, remporte le, remporte la, etoile verte, green star*, gruner stern, grunen stern, etoile michelin, etoiles michelin, etoilee, etoile au guide, michelin star*, michelin stern*, michelinstern*, olympiades, champion*, landessieger*, bundessieger*, distingue par, distinguee par, recompense par, recompensee par
growth: augmente le, augmente les, augmenter les ventes, augmente de, hausse du, hausse de, hausse des, doubl* les, doubl* le, doubl* notre, triple le, triple les, triple notre, triple nos, increased sales, increased revenue, increased the, increas* turnover, grew the, grew sales, doubled the, doubled sales, boosted, umsatz gesteigert, umsatz verdoppelt, steigerung*, gesteigert, verdoppelt, croissance du chiffre, steigerte, developpe le chiffre, reduit les couts, reduit le, reduit les, reduced costs, reduced the, cutting costs, cut costs, kosten gesenkt, gesenkt, reduziert, halved, halbiert, divise par deux
`;
