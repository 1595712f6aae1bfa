# Crop-hail rate filing: Prawn; memorandum, rules in two columns, townships in column groups, rates by crop over pages.
require "prawn"
require "prawn/table"
Prawn::Fonts::AFM.hide_m17n_warning = true rescue nil
out = File.expand_path("../../#{ARGV[1]}", __dir__)
pdf = Prawn::Document.new(page_size: "LETTER", compress: true, margin: [64, 58, 58, 58], info: { Title: "Crop-hail filing", CreationDate: Time.at(1780000000).utc })
pdf.font "Helvetica", size: 9.5
h = ->(t) { pdf.move_down 7; pdf.text t, style: :bold, size: 11; pdf.move_down 3 }
para = ->(t) { pdf.text t, inline_format: true, leading: 1.5; pdf.move_down 4 }
tab = ->(rows, opt = {}) { pdf.table(rows, { header: opt[:h] || 1, cell_style: { size: 8.5, padding: [2, 5, 2, 5], border_width: opt[:w] || 0.4, align: :center }, position: :center }) { |t| (opt[:h] || 1).times { |i| t.row(i).font_style = :bold } }; pdf.move_down 5 }
pdf.text "Red Willow Farm Insurance Exchange", size: 16, style: :bold
pdf.text "Crop-Hail Program – State of Odessa – Rate and Rule Filing RW-CH-2027", size: 11
pdf.move_down 6
h["1. Filing memorandum"]
para["The Exchange proposes to revise its crop-hail rates as of February 1, 2027. The overall change is +4.6 percent. The last revision took effect on February 1, 2024. No insured will see an increase of more than 12.5 percent at renewal; the cap does not apply to crops which are moved to another class."]
tab[[["Crop", "Premium 2025 $000", "Loss ratio, 10 years %", "Indicated change %", "Proposed change %"], *[["Wheat", "2,418", "64.2", "+5.9", "+4.5"], ["Barley", "641", "58.8", "-1.7", "-1.0"], ["Corn", "3,105", "66.9", "+8.8", "+6.0"], ["Soybeans", "1,774", "61.0", "+1.5", "+1.5"], ["Canola", "512", "75.4", "+19.2", "+12.5"], ["Sunflowers", "388", "70.1", "+11.6", "+9.0"], ["Dry beans", "297", "68.3", "+9.4", "+7.5"], ["Sugar beets", "455", "49.6", "-12.8", "-8.0"], ["Potatoes", "230", "57.5", "-3.4", "-2.0"]]]]
para["The permissible loss ratio is 61.5 percent: expenses take 33.0 percent, the contingency 5.5 percent. Losses are trended by 1.8 percent a year."]
h["Loss experience, all crops"]
tab[[["Crop year", "Liability $000", "Premium $000", "Losses $000", "Loss ratio %", "Claims"], *[["2016", 168_400, 7_110, 3_942, 611], ["2017", 171_900, 7_268, 5_120, 742], ["2018", 176_200, 7_455, 2_871, 430], ["2019", 181_500, 7_702, 7_933, 1_088], ["2020", 185_000, 7_911, 4_405, 655], ["2021", 193_700, 8_240, 3_618, 520], ["2022", 204_800, 8_766, 6_312, 861], ["2023", 215_300, 9_204, 5_991, 833], ["2024", 224_900, 9_588, 4_746, 640], ["2025", 229_600, 9_820, 8_642, 1_127]].map { |y, l, p, s, c| f = ->(x) { x.to_s.reverse.scan(/\d{1,3}/).join(",").reverse }; [y, f[l], f[p], f[s], format("%.1f", 100.0 * s / p), f[c]] }]]
pdf.start_new_page
h["2. Rules"]
rules = [
 ["Rule 1 – Period.", "Insurance begins at noon on the day after the application is received, not before the crop is clearly visible above ground. It ends on October 31, for sunflowers and corn on November 15, for sugar beets and potatoes on October 10, and in any case when the crop is harvested."],
 ["Rule 2 – Who may apply.", "Owners, tenants and sharecroppers may insure their own share. A lienholder is named on request."],
 ["Rule 3 – Crops and acres not insured.", "The following are not insurable:\n– volunteer crops\n– crops for grazing\n– acres flooded in the last three years without drainage\n– seed plots under contract, unless the contract is submitted\n– acres on which another hail policy is in force for the same share\n– tobacco and orchards"],
 ["Rule 4 – Limits per acre.", "The limit is chosen by field. It is not above the limit of Table B and not below $50 an acre. The limits of all fields of the same crop in one section of land are the same."],
 ["Rule 5 – Deductible forms.", "Form DDA: full payment from a loss of 5 percent. Form DXS5: excess over 5 percent. Form XS10: losses of 10 percent and less are not paid; above that the loss less 10 points is paid and increased by one fourth. Form XS20: excess over 20 percent, with double payment of the excess over 60 percent."],
 ["Rule 7 – Fire and transit.", "Fire and lightning are insured without charge. For transit to the first place of storage within 50 miles add 3 percent of the premium."],
 ["Rule 8 – Replanting.", "If at least 40 percent is lost before June 20 and the Exchange consents, 20 percent of the limit is paid for replanting, no more than $75 an acre. Sugar beets: 25 percent and $110."],
 ["Rule 9 – Loss.", "The insured\n1. gives notice within 72 hours,\n2. leaves strips of 10 feet at both ends of the field,\n3. states the date and hour of the storm,\n4. lets the adjuster count the stand,\n5. signs the proof of loss within 60 days.\nAn adjustment may be put off by up to 14 days so that plants can recover. If the parties differ, each names an appraiser and these choose an umpire; each side bears half of the umpire's cost."],
 ["Rule 10 – Discounts.", "Premium paid by May 15: 6 percent. No loss in five crop years: 10 percent. All acres of the crop in the county insured: 4 percent. The discounts are added. They are not given on Form XS20."],
 ["Rule 12 – Minimum premium and due date.", "The minimum premium is $150 a policy. Premium is due on September 1. From then interest of 1 percent a month is charged. Premium of less than $500 is not financed."],
 ["Rule 13 – Definitions.", "<i>Section</i>: 640 acres by the public land survey. <i>Stand</i>: the number of live plants in a thousandth of an acre. <i>Percentage of loss</i>: the yield lost by hail in relation to the yield that would have been harvested. <i>Salvage</i>: crop that was insured as one use and is sold for another."],
 ["Rule 14 – Premium.", "(a) Find the rating class of the township in Table A. (b) Find the rate per $100 of limit in Table C for crop, class and form. (c) Multiply by the limit of all acres in hundreds of dollars. (d) Multiply by 1.00 less the discounts. (e) Add the charge for transit. Round to the dollar at the end only."]]
pdf.column_box([0, pdf.cursor], columns: 2, width: pdf.bounds.width, spacer: 18) { rules.each { |a, b| pdf.text "<b>#{a}</b> #{b}", inline_format: true, leading: 1.2; pdf.move_down 6 } }
pdf.start_new_page
h["Table A – Rating class by county and township"]
cs = %w[Amsel Brule Custer Dewey Esmond Faulk Gregory Hand]
i = 0
cells = cs.flat_map { |c| (101..112).map { |t| i += 1; [c, "T#{t}N", 1 + (i * 5 + (t - 100) * (t - 95) + i * i / 7 + c.length) % 6] } }
third = cells.size / 3
pdf.font_size 8.5
tab[[["County", "Township", "Class"] * 3, *(0...third).map { |k| cells[k] + cells[k + third] + cells[k + 2 * third] }], { w: 0.2 }]
para["Townships which are not listed are class 4. Class 6 is not open to new applicants with canola."]
h["Table B – Greatest limit, dollars per acre"]
tab[[["Crop", "Dry land", "Irrigated", "Organic"], ["Wheat", "380", "520", "610"], ["Barley", "310", "430", "495"], ["Corn", "640", "980", "1,100"], ["Soybeans", "520", "700", "880"], ["Canola", "450", "560", "–"], ["Sunflowers", "410", "490", "590"], ["Dry beans", "620", "840", "1,050"], ["Sugar beets", "–", "1,450", "–"], ["Potatoes", "1,300", "2,600", "3,100"]]]
pdf.start_new_page(layout: :landscape)
h["Table C – Rates in dollars per $100 of limit"]
forms = { "DDA" => 1.0, "DXS5" => 0.86, "XS10" => 0.74, "XS20" => 0.49 }
base = { "Wheat" => 3.1, "Barley" => 3.3, "Corn" => 2.4, "Soybeans" => 2.9, "Canola" => 5.2, "Sunflowers" => 4.1, "Dry beans" => 5.9, "Sugar beets" => 1.9, "Potatoes" => 2.2 }
rows = [[{ content: "Crop", rowspan: 2 }, { content: "Form", rowspan: 2 }, { content: "Rating class", colspan: 6 }], (1..6).map(&:to_s)]
base.each { |c, b| forms.each { |f, m| rows << [c, f, *(1..6).map { |k| format("%.2f", b * m * (0.55 + 0.21 * k)) }] } }
tab[rows, { h: 2 }]
para["Form XS20 is not written for potatoes in class 1. Rates for organic crops are 8 percent higher."]
pdf.start_new_page(layout: :portrait)
h["Example"]
para["A tenant insures his two-thirds share of 160 acres of dry land corn in Custer county, township T104N, with $600 an acre, form XS10, paid by May 15. His limit is 160 × 600 × 2/3 = $64,000. Custer T104N is class 1, so the rate is 1.35 and the premium 640 × 1.35 × 0.94 = $812.16, rounded to $812."]
h["3. Loss adjustment scale for corn"]
tab[[["Leaf area destroyed %", { content: "Loss of yield % at stage", colspan: 5 }], ["", "7 leaves", "10 leaves", "13 leaves", "Tassel", "Milk"], *[[20, 0, 2, 4, 7, 3], [40, 1, 6, 13, 21, 12], [60, 5, 16, 28, 44, 25], [80, 8, 26, 51, 74, 41], [100, 9, 39, 76, 100, 59]].map { |r| r.map(&:to_s) }], { h: 2 }]
h["4. Agents and commission"]
tab[[["Agency class", "Premium volume $", "Commission %", "Bonus % if loss ratio below 50"], ["I", "up to 50,000", "11.0", "–"], ["II", "50,001 to 200,000", "12.5", "1.0"], ["III", "200,001 to 600,000", "13.5", "1.5"], ["IV", "above 600,000", "14.5", "2.5"]]]
para["Applications are sent on the same day, by fax or through the portal. An agent may bind up to $300,000 per section, $150,000 in class 6."]
pdf.number_pages "RW-CH-2027  –  page <page> of <total>", at: [0, -24], width: pdf.bounds.width, align: :right, size: 7.5
pdf.render_file File.join(out, "red-willow-crop-hail.pdf")
