"""Rules of an invented pension scheme, with factor tables in appendices. groff, ms macros and tbl."""

import tools

TEXT = """
PART 1 INTERPRETATION
1.1 Definitions
In these Rules:
- "Active Member" means a Member in Pensionable Service;
- "Final Pay" means the yearly average of the best three consecutive years of Pensionable Pay in the last ten;
- "Normal Pension Age" means 65, or 60 for a Member who joined before 1 April 2006;
- "Pensionable Pay" means basic pay and shift allowance, but not overtime, bonus or benefits in kind;
- "Qualifying Service" means two years of Pensionable Service;
- "Spouse" includes a civil partner.
1.2 Money limits
Amounts in these Rules rise each April with the Index, unless a Rule says that they are fixed.
PART 2 MEMBERSHIP
2.1 Joining
An employee aged 18 to 74 joins on the first day of employment. An employee may opt out within one month and is then treated as never having joined; contributions are returned.
2.2 Re-joining
A person who opted out may re-join once, on 1 January or 1 July, on giving 28 days' notice.
2.3 Leave of absence
Service during paid leave counts in full. Unpaid leave up to 30 days counts if the Member pays both contributions; longer unpaid leave does not count, unless it is parental leave.
PART 3 CONTRIBUTIONS
3.1 Members
@TABLE members
3.2 Employers
Employers pay 18.6 percent of Pensionable Pay, and 2.4 percent towards the deficit until 31 March 2031.
3.3 Additional contributions
A Member may buy added pension in units of 250 pounds a year, up to 7,500 pounds in all. The price of a unit is in Appendix B.
3.4 Refunds
A Member who leaves before completing Qualifying Service may take a refund of contributions with interest of 3 percent a year, less tax of 20 percent.
PART 4 BENEFITS
4.1 Normal retirement
4.1.1 The yearly pension is one sixtieth of Final Pay for each year of Pensionable Service before 1 April 2012.
4.1.2 For service from 1 April 2012 the yearly pension is one eightieth of Final Pay, with a lump sum of three times that pension.
4.1.3 Days of service are counted as parts of 365.
4.2 Early retirement
4.2.1 A Member aged 55 or over may retire early. The pension is multiplied by the factor of Appendix A.
4.2.2 No factor is applied on redundancy if the Member is 58 or over and has ten years of service.
4.3 Ill health
4.3.1 Tier 1, where the Member is unlikely to work again: pension on service to Normal Pension Age.
4.3.2 Tier 2, where the Member is likely to work again after three years: pension on service so far and a quarter of the service lost.
4.3.3 Tier 3, where the Member is likely to work again within three years: pension on service so far, paid for no longer than three years.
4.4 Late retirement
The pension rises by 0.45 percent for each month after Normal Pension Age.
4.5 Commutation
A Member may give up to a quarter of the value of the pension for cash at the factors of Appendix C.
4.7 Death in service
A lump sum of three times Pensionable Pay is paid. A spouse receives half of the Tier 1 pension; each of up to two children receives a quarter of the spouse's pension until age 18, or 23 in full-time education.
4.8 Death after retirement
A spouse receives 50 percent of the pension. If death occurs within five years of retirement, the rest of five years' pension is paid at once, less what was paid.
PART 5 LEAVERS
5.1 Deferred pensions
A Member who leaves after Qualifying Service keeps a deferred pension, which rises each April by the Index, at most 5 percent.
5.2 Transfers out
A transfer value is quoted within three months and guaranteed for three months. A second quotation within 12 months costs 180 pounds. A transfer worth more than 30,000 pounds needs independent advice.
5.3 Small pensions
A pension worth less than 10,000 pounds may be exchanged for a lump sum; this amount is fixed.
PART 6 THE TRUSTEES
6.1 Number
There are nine Trustees: four chosen by the employers, four by the Members, and a chair chosen by the eight.
6.2 Quorum
Five Trustees, of whom at least two chosen by the Members.
6.3 Term
Four years; a Trustee may serve no more than three terms.
6.4 Disputes
A complaint is decided by the Secretary within two months and on appeal by the Trustees within four. It may then go to the Ombudsman within three years.
6.5 Amendment
The Trustees may amend these Rules with the consent of the employers. No amendment reduces pension already earned, unless the Member agrees in writing.
"""

MEMBERS = [("Up to 16,500", "5.50", "2.75"), ("16,501 - 25,900", "5.80", "2.90"), ("25,901 - 42,100", "6.50", "3.25"), ("42,101 - 53,300", "6.80", "3.40"), ("53,301 - 74,700", "8.50", "4.25"), ("74,701 - 105,900", "9.90", "4.95"), ("Over 105,900", "11.40", "5.70")]


def early():
    """Reduction factors by age and months, for a pension age of 65 and of 60."""
    out = []
    for age in range(55, 65):
        years = 65 - age
        at65 = [0.953 ** (years - m / 12) for m in (0, 3, 6, 9)]
        at60 = [0.957 ** (60 - age - m / 12) if age < 60 else None for m in (0, 6)]
        out.append([str(age)] + [f"{v:.3f}" for v in at65] + [f"{v:.3f}" if v else "none" for v in at60])
    return out


def added():
    return [[f"{low}", f"{low + 4}", f"{2150 + 46 * i + 9 * i * i:,}", f"{2390 + 51 * i + 10 * i * i:,}", f"{2790 + 57 * i + 11 * i * i:,}"] for i, low in enumerate(range(20, 60, 5))]


def commutation():
    return [[str(age), f"{24.9 - 0.47 * i:.2f}", f"{25.8 - 0.44 * i:.2f}"] for i, age in enumerate(range(55, 76))]


def tbl(options, head, rows):
    return ".TS H\n" + options + "\n" + head + "\n.TH\n" + "\n".join("\t".join(r) for r in rows) + "\n.TE\n"


def source():
    out = [".nr PS 11\n.nr VS 14\n.nr LL 15.5c\n.nr PO 2.6c\n.ds LH Wexcombe Councils Pension Scheme\n.ds CH\n.ds RH Rules, consolidated to 1 April 2026\n.ds CF - % -\n.TL\nWexcombe Councils Pension Scheme\n.AU\nRules\n.AI\nconsolidated to 1 April 2026\n"]
    lines = TEXT.strip().splitlines()
    for index, line in enumerate(lines):
        first = line.split(" ")[0]
        if line.startswith("PART"):
            out.append(f".SH\n{line}\n")
        elif line == "@TABLE members":
            out.append(".LP\nContributions are a percentage of Pensionable Pay by the pay band of the year.\n" + tbl("box center;\nc | c s\nc | c c\nl | n n.", "Pensionable Pay\tContribution (percent)\n(pounds a year)\tMain section\tHalf section\n_", MEMBERS)
                       + ".LP\nThe half section gives half of the benefits of 4.1 and the full benefits of 4.3 and 4.7. A Member may stay in it for three years at a time.\n")
        elif line.startswith("- "):
            out.append(f".IP \\(bu 3\n{line[2:]}\n")
        elif first.count(".") == 1 and first.replace(".", "").isdigit():
            out.append(f".LP\n.B \"{line}\"\n.br\n")
        elif first.count(".") == 2:
            number, text = line.split(" ", 1)
            out.append(f".IP {number} 5\n{text}\n")
        else:
            out.append(line + "\n")
    out.append(".bp\n.SH\nAPPENDIX A  EARLY RETIREMENT FACTORS (Rule 4.2.1)\n.LP\n" + tbl("center;\nc c s s s c s\nc c c c c c c\nn n n n n n n.", "\tPension age 65, age in years and months\tPension age 60\nYears\t0\t3\t6\t9\t0\t6\n_", early()))
    out.append(".LP\nFactors between the months shown are found by straight-line interpolation.\n.SH\nAPPENDIX B  PRICE OF ADDED PENSION OF 250 POUNDS A YEAR (Rule 3.3)\n.LP\n" + tbl("center;\nc s | c s s\nc c | c c c\nn n | n n n.", "Age\tPrice in pounds, pension age\nfrom\tto\t67\t65\t60\n_", added()))
    out.append(".LP\nThe price is paid at once or in up to ten yearly parts, each 4 percent dearer in total for every year after the first.\n.SH\nAPPENDIX C  COMMUTATION (Rule 4.5)\n.LP\nPounds of cash for each pound of yearly pension given up, by age at retirement.\n" + tbl("center;\nc c c\nn n n.", "Age\tSingle\tMarried\n_", commutation()))
    return "".join(out)


tools.groff("wexcombe-pension-rules", source())
