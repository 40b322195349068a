/** Software makers' and analysts' tools. Form of a line as in tools.ts. */
export const code = `
html < css react angular vue javascript wordpress: html, html5
css < html react angular vue tailwind sass: css, css3
tailwind: Tailwind
sass: SASS, scss
javascript < typescript react angular vue node: javascript, js, es6
typescript: typescript
react: React, reactjs, react js, react native
angular: Angular, angularjs
vue: vue js, vuejs, Vue
svelte: Svelte
nextjs: next js, nextjs
node: node js, nodejs, Node
express: express js, expressjs
nestjs: nestjs, nest js
php < symfony laravel: php
symfony: symfony
laravel: laravel
python < django flask pandas numpy fastapi: python
django: django
flask: Flask
fastapi: fastapi
ruby: Ruby, ruby on rails, Rails
java < spring: Java
spring: spring boot, Spring
kotlin: kotlin
swift: Swift
golang: golang, Go developer, Go
rust: Rust
scala: Scala
perl: Perl
cobol: cobol
fortran: fortran
c++: c++
c#: c#
dotnet < c#: dotnet
sql < mysql postgresql oracle sqlserver sqlite: sql, sql abfrage*, requetes sql
mysql: mysql
postgresql: postgresql, postgres
sqlserver: sql server
sqlite: sqlite
mongodb: mongodb
redis: Redis
nosql < mongodb: nosql
elasticsearch: elasticsearch
kafka: Kafka
rabbitmq: rabbitmq
graphql: graphql
rest-api: rest api*, api rest, restful
docker: Docker
kubernetes: kubernetes, k8s
terraform: terraform
ansible: ansible
jenkins: jenkins
gitlab: gitlab
github: github
git < github gitlab: Git, git
ci-cd < jenkins gitlab: ci cd
aws: aws, amazon web services, amazon s, Amazon
azure: Azure
gcp: gcp, google cloud
linux < ubuntu debian redhat: linux
ubuntu: ubuntu
debian: debian
redhat: red hat, redhat, rhel
vmware: vmware
windows-server: windows server
active-directory: active directory
cisco: Cisco, ccna
jira: jira
confluence: Confluence
trello: trello
asana: asana
notion: sur Notion, in Notion
slack: Slack
ms-teams: microsoft teams, ms teams
ms-project: ms project, microsoft project
servicenow: servicenow
glpi: glpi
tableau-software: Tableau, tableau software, tableau desktop
powerbi: power bi, powerbi
looker: looker
qlik: qlik*
dax: DAX
r-language: langage r, r studio, rstudio, R programming
sas: SAS
spss: spss
stata: stata
matlab: matlab
pandas: pandas numpy, bibliotheque pandas, Pandas
numpy: numpy
scikit: scikit*
tensorflow: tensorflow
pytorch: pytorch
spark: Spark, apache spark, pyspark
hadoop: hadoop
airflow: Airflow
dbt: dbt
snowflake: Snowflake
databricks: databricks
bigquery: bigquery
google-analytics: google analytics, ga4
google-ads: google ads, adwords
meta-ads: meta ads, facebook ads
seo: seo, referencement naturel, suchmaschinenoptimierung, search engine optimisation, search engine optimization
sea: SEA, search engine advertising
semrush: semrush
hootsuite: hootsuite
cypress: Cypress
selenium: selenium
playwright: Playwright
jest: Jest
postman: Postman
swagger: swagger
prometheus: Prometheus
grafana: grafana
nginx: nginx
apache: Apache
bash: Bash
powershell: powershell
intellij: intellij
`;
