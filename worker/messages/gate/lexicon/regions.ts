/** Regions: a letter may say where a town lies, so none is looked up. Form of a line as above. */
export const regions = `
quebec: quebec
scotland: ecosse, scotland, schottland
wales: pays de galles, wales
ireland: irlande, ireland, irland
switzerland: suisse, switzerland, schweiz*, swiss
austria: autriche, austria, osterreich*
belgium: belgique, belgium, belgien
netherlands: pays bas, netherlands, niederlande*, holland
italy: italie, italy, Italien
spain: espagne, spain, Spanien
portugal: portugal
poland: pologne, poland, Polen
romania: roumanie, romania, rumanien
turkey: turquie, Turkey, turkei
greece: grece, greece, griechenland
morocco: maroc, morocco, marokko
algeria: algerie, algeria, algerien
tunisia: tunisie, tunisia, tunesien
senegal: senegal
ivory-coast: cote d ivoire, ivory coast, elfenbeinkuste
cameroon: cameroun, cameroon, kamerun
lebanon: liban, lebanon, libanon
syria: syrie, syria, syrien
ukraine: ukraine
russia: russie, russia, russland
china: chine, China
japan: japon, japan
india: inde, india, Indien
canada: canada, kanada
usa: etats unis, united states, usa, Amerika
brazil: bresil, brazil, brasilien
mexico: mexique, mexico, mexiko
australia: australie, australia, australien
sweden: suede, sweden, schweden
norway: norvege, norway, norwegen
denmark: danemark, denmark, danemark
finland: finlande, finland, finnland
vietnam: vietnam
continents: riviera, amerique*, america, amerika, ~amerika, asie, asia, asien, ~asien, afrique*, africa, afrika, ~afrika, ozeanien, oceanie, oceania, scandinav*, skandinav*, balkan*, orient, maghreb, breisgau, brisgau, tirol, tyrol, tirols, steiermark, styria, karnten, vorarlberg, wallis, valais, graubunden, grisons, tessin, ticino, engadin, allgau, eifel, harz, franken, schwaben, swabia, friesland, nordfriesland, flandern, flandre, flanders, wallonie, wallonia, mali, senegal, maroc, morocco, marokko, algerie, algeria, tunisie, tunisia, atlas
mountains-and-waters: alps, alpes, alpen, alpin*, pyrenees, pyrenaen, jura, vosges, vogesen, massif central, ardennes, ardennen, cevennes, mediterranean, mediterranee, mittelmeer, atlantic, atlantique, atlantik, channel, manche, baltic, baltique, ostsee, north sea, nordsee, mer du nord, rhine, rhin, rhein, danube, donau, loire, seine, rhone, thames, elbe, mosel, moselle, highlands, pennines, dolomites, dolomiten, scandinavia, scandinavie, skandinavien, europe, europa, africa, afrique, afrika, maghreb, asia, asie, asien, benelux, balkans, dach, dom tom, reunion, antilles, guadeloupe, martinique, caribbean, caraibes
cornwall: cornwall, cornouailles
ile-de-france: ile de france, paris region, region parisienne, greater paris, grossraum paris
bavaria: baviere, bavaria, bayern, bayerisch*
saxony: saxe, saxony, sachsen
hesse: hesse, hessen
rhineland: rhenanie, rhineland, rheinland
alsace: alsace, elsass, alsacien*
lorraine: lorraine, lothringen
brittany: bretagne, brittany
normandy: normandie, normandy
burgundy: bourgogne, burgundy, burgund
provence: provence
savoy: savoie, savoy
black-forest: foret noire, black forest, schwarzwald
ruhr: ruhrgebiet, ruhr
auvergne-rhone-alpes: auvergne, rhone alpes, rhone, isere, savoie, haute savoie, ain, loire, drome, ardeche, puy de dome, allier, cantal
bourgogne-franche-comte: franche comte, cote d or, saone et loire, jura, doubs, yonne, nievre
centre-val: centre val de loire, loiret, touraine, indre et loire, eure et loir, cher
grand-est: grand est, haut rhin, bas rhin, moselle, marne, ardennes, vosges, meurthe et moselle, aube, champagne
hauts-de-france: hauts de france, nord pas de calais, picardie, somme, oise, aisne, pas de calais
nouvelle-aquitaine: nouvelle aquitaine, gironde, landes, dordogne, pays basque, bearn, charente*, vienne, limousin, correze, deux sevres, pyrenees atlantiques, cote basque
occitanie: occitanie, herault, gard, haute garonne, tarn, aveyron, lot, gers, languedoc, pyrenees, aude, roussillon
paca: provence alpes cote d azur, paca, var, bouches du rhone, alpes maritimes, vaucluse, cote d azur, luberon
pays-de-la-loire: pays de la loire, vendee, loire atlantique, maine et loire, sarthe, mayenne, anjou
bretagne: finistere, morbihan, cotes d armor, ille et vilaine
normandie: calvados, manche, orne, eure, seine maritime
ile-de-france-region: seine saint denis, hauts de seine, val de marne, yvelines, essonne, val d oise, seine et marne, grand paris
corse: corse, corsica
german-lands: baden wurttemberg, baden, nordrhein westfalen, nrw, niedersachsen, schleswig holstein, mecklenburg vorpommern, brandenburg, thuringen, sachsen anhalt, rheinland pfalz, saarland, norddeutschland, suddeutschland, ostdeutschland, rheinland, ruhrgebiet, schwaben, franken, oberbayern, allgau, munsterland, osthessen, nordhessen, sudhessen, bodensee, hessen
english-counties: yorkshire, lancashire, kent, sussex, surrey, essex, norfolk, suffolk, devon, cornwall, dorset, somerset, hampshire, wiltshire, cumbria, northumberland, durham, cheshire, shropshire, staffordshire, derbyshire, nottinghamshire, lincolnshire, leicestershire, warwickshire, oxfordshire, cambridgeshire, berkshire, hertfordshire, buckinghamshire, gloucestershire, midlands, west midlands, east anglia, cotswolds, lake district, home counties, tyne and wear, merseyside, highlands, lowlands, west country, south coast, south west, north west, north east, south east
`;
