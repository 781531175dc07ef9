package portfolio_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

const header = "loan_id,bag_id,loan_amount,origination_value,last_value,last_date,valuation_date\n"

// revalue revalues a file with a header and returns its rows by column.
func revalue(t *testing.T, content string, o portfolio.Options) ([]map[string]string, portfolio.Summary) {
	t.Helper()
	rows, s, _ := revalued(t, content, o)
	return rows, s
}

// portfolioOf returns the portfolio of a file that was revalued.
func portfolioOf(t *testing.T, content string) (p *portfolio.Portfolio, s portfolio.Summary) {
	t.Helper()
	_, p, _ = revaluedBy(t, content, portfolio.Options{})
	return p, p.Summary()
}

// revalued is revalue, and returns the output too.
func revalued(t *testing.T, content string, o portfolio.Options) ([]map[string]string, portfolio.Summary, string) {
	t.Helper()
	rows, p, text := revaluedBy(t, content, o)
	return rows, p.Summary(), text
}

func revaluedBy(t *testing.T, content string, o portfolio.Options) ([]map[string]string, *portfolio.Portfolio, string) {
	t.Helper()
	o.Valuer = smalltown.Shared(t).Valuer
	homes, err := bulk.NewFile(t.Context(), "loans.csv", strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	p, err := portfolio.New(homes, o)
	if err != nil {
		t.Fatal(err)
	}
	options := bulk.Options{
		Valuer: o.Valuer, Today: smalltown.End, Date: smalltown.End, Progress: func(int64) {}, Additions: []bulk.Addition{p},
	}
	var b bytes.Buffer
	out, err := bulk.NewCSV(&b, homes, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.Value(t.Context(), homes, out, options); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows, p, b.String()
}

// homeID is a home in the town that can be valued.
func homeID(t *testing.T) gevel.BAGID {
	t.Helper()
	return smalltown.Shared(t).Dwellings[0].ID
}

// valueOn is the home's valuation on a day.
func valueOn(t *testing.T, day gevel.Date) gevel.Valuation {
	t.Helper()
	tn := smalltown.Shared(t)
	q, err := spelling.Home{ID: homeID(t)}.Query(tn.Edition())
	if err != nil {
		t.Fatal(err)
	}
	v, err := tn.Value(gevel.Inquiry{AddressQuery: q, Date: day})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAValueOfALaterDayIsNoEarlierOne(t *testing.T) {
	id, since := homeID(t), smalltown.End.AddMonths(-12)
	row := func(value, day string) string { return fmt.Sprintf("x,%s,100000,,%s,%s,\n", id, value, day) }
	before, later := smalltown.End.AddMonths(-6).String(), smalltown.End.AddMonths(6).String()
	rows, _ := revalue(t, header+
		row("250000", before)+row("250000", later)+row("250000", smalltown.End.String())+row("", later)+row("250000", ""),
		portfolio.Options{Since: gevel.Some(since)})
	none := []string{"", "", ""}
	for i, want := range [][]string{{"250000", before, "given"}, none, none, none, {"250000", "", "given"}} {
		got := []string{rows[i]["earlier_value"], rows[i]["earlier_date"], rows[i]["earlier_by"]}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i+1, diff)
		}
	}
}

func TestAValueAtAnOriginationThatIsStillToComeCapsNothing(t *testing.T) {
	row := func(day string) string { return fmt.Sprintf("%s,100000,9999999,%s\n", homeID(t), day) }
	end := smalltown.End
	rows, _ := revalue(t, "bag_id,loan_amount,origination_value,origination_date\n"+
		row("")+row(end.String())+row((end+1).String()), portfolio.Options{})
	for i, want := range []string{"value", "value", "average"} {
		if got := rows[i]["capped_by"]; got != want {
			t.Errorf("row %d is capped by %q, want %q", i+1, got, want)
		}
	}
}

func TestTwoColumnsOfLoansAreRefused(t *testing.T) {
	homes, err := bulk.NewFile(t.Context(), "loans.csv", strings.NewReader("bag_id,loan_amount,Loan_Amount\n"))
	if err == nil {
		_, err = portfolio.New(homes, portfolio.Options{})
	}
	if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "Loan_Amount\" twice") {
		t.Errorf("got %v", err)
	}
}

func TestACappedValueIsTheHigherOfTheAverageAndTheValueAtOrigination(t *testing.T) {
	id := homeID(t)
	end := smalltown.End
	now := valueOn(t, end).Weighted
	sum := now + valueOn(t, end.AddMonths(-12)).Weighted + valueOn(t, end.AddMonths(-24)).Weighted
	average := gevel.Euro(float64(sum)/3 + 0.5)
	if average >= now {
		t.Fatalf("the town's prices do not rise: %d on average, %d now", average, now)
	}
	row := func(origination, day string) string {
		return fmt.Sprintf("x,%s,100000,%s,,,%s\n", id, origination, day)
	}
	between := (average + now) / 2
	rows, s := revalue(t, header+
		row("", "")+row("1000", "")+row(fmt.Sprint(between), "")+row("9999999", "")+row("", "2022-01-01")+row("100",
		"2022-01-01"), portfolio.Options{})
	for i, want := range []struct {
		capped gevel.Euro
		by     string
		years  string
	}{
		{average, "average", "3"},
		{average, "average", "3"},
		{between, "origination", "3"},
		{now, "value", "3"},
		{0, "", "2"},
		{100, "origination", "2"},
	} {
		capped := strconv.Itoa(int(want.capped))
		if want.by == "" {
			capped = ""
		}
		r := rows[i]
		if r["capped_value"] != capped || r["capped_by"] != want.by || r["average_years"] != want.years {
			t.Errorf("row %d is capped at %s by %q over %s years, want %+v", i+1, r["capped_value"], r["capped_by"],
				r["average_years"], want)
		}
		if (want.years == "3") != (r["average_value"] == fmt.Sprint(average)) {
			t.Errorf("row %d has the average %q, want %d", i+1, r["average_value"], average)
		}
	}
	if s.CapBinds != 4 || s.Uncapped != 1 || s.Capped.Exposure != 500_000 {
		t.Errorf("the cap binds for %d and is missing for %d, exposure %d", s.CapBinds, s.Uncapped, s.Capped.Exposure)
	}
}

func TestAnAverageReachesBackToTheOldestDayOfTheEditionAndNoFurther(t *testing.T) {
	day := smalltown.Shared(t).Oldest().AddMonths(24)
	row := func(day gevel.Date) string { return fmt.Sprintf("x,%s,100000,,,,%s\n", homeID(t), day) }
	rows, _ := revalue(t, header+row(day)+row(day-1), portfolio.Options{})
	for i, want := range []string{"3", "2"} {
		if got := rows[i]["average_years"]; got != want {
			t.Errorf("a value of %s averages %s years, want %s", day-gevel.Date(i), got, want)
		}
	}
}

func TestChangesAreFromTheEarlierValueOrItsDay(t *testing.T) {
	id := homeID(t)
	now, then := valueOn(t, smalltown.End).Weighted, valueOn(t, smalltown.End.AddMonths(-12)).Weighted
	since := valueOn(t, smalltown.End.AddMonths(-18)).Weighted
	row := func(value, day string) string { return fmt.Sprintf("x,%s,0,,%s,%s,\n", id, value, day) }
	content := header + row("200.000,00", "2020-05-01") + row("", "2022-01-01") + row("", "") + row("", "2023-01-01")
	content = strings.Replace(content, "200.000,00", `"200.000,00"`, 1)
	rows, s := revalue(t, content, portfolio.Options{Since: gevel.Some(smalltown.End.AddMonths(-18))})
	for i, want := range []struct {
		value gevel.Euro
		by    string
	}{{200_000, "given"}, {then, "revalued"}, {since, "revalued"}, {0, ""}} {
		r := rows[i]
		if want.by == "" {
			if r["change"] != "" || r["earlier_value"] != "" {
				t.Errorf("row %d has the change %q", i+1, r["change"])
			}
			continue
		}
		change := fmt.Sprintf("%.4f", float64(now)/float64(want.value)-1)
		got, err := strconv.ParseFloat(r["change"], 64)
		if err != nil || fmt.Sprintf("%.4f", got) != change || r["earlier_by"] != want.by ||
			r["earlier_value"] != fmt.Sprint(want.value) {
			t.Errorf("row %d changes by %s from %s (%s), want %s", i+1, r["change"], r["earlier_value"], r["earlier_by"], change)
		}
	}
	if s.Compared != 3 || s.Change == nil || s.Now.LTV != nil {
		t.Errorf("the summary is %+v", s)
	}
}

// TestTheChangeTellsTheNewModelsPart compares with a value before the newest model, one after it, and one that is given.
func TestTheChangeTellsTheNewModelsPart(t *testing.T) {
	id, takes := homeID(t), smalltown.Dates[len(smalltown.Dates)-1]
	row := func(value string, day gevel.Date) string { return fmt.Sprintf("x,%s,0,,%s,%s,\n", id, value, day) }
	rows, s := revalue(t, header+row("", takes-1)+row("", takes)+row("200000", takes-1), portfolio.Options{})
	by := float64(valueOn(t, takes).Weighted)/float64(valueOn(t, takes-1).Weighted) - 1
	for i, want := range []string{fmt.Sprintf("%.4f", by), "0.0000", ""} {
		got := rows[i]["change_by_model"]
		if v, err := strconv.ParseFloat(got, 64); err == nil {
			got = fmt.Sprintf("%.4f", v)
		}
		if got != want {
			t.Errorf("row %d changes by %q with the model, want %q", i+1, got, want)
		}
	}
	if by == 0 || s.ChangeByModel == nil || *s.ChangeByModel > math.Abs(by) {
		t.Errorf("new models change values by %v in the median of %v and 0", s.ChangeByModel, by)
	}
}

func TestLinesThatSumUpOthersAreNoLoans(t *testing.T) {
	id := homeID(t)
	loan := func(amount int) string { return fmt.Sprintf("x,%s,%d,,,,\n", id, amount) }
	for _, tt := range []struct {
		name, rows, left string
		exposure         int64
	}{
		{"a total", loan(100) + loan(200) + ",,300,,,,\n", "line 4", 300},
		{"one above all", "Totaal,,300,,,,\n" + loan(100) + loan(200), "line 2", 300},
		{
			"sums of parts", loan(100) + loan(200) + ",,300,,,,\n" + loan(40) + loan(50) + ",,90,,,,\nEindtotaal,,390,,,,\n",
			"line 4, line 7, line 8", 390,
		},
		{"an average", loan(100) + loan(200) + "Gemiddelde,,150,,,,\n", "line 4", 300},
		{"a loan as large as the one since a sum", loan(100) + loan(200) + ",,300,,,,\n" + loan(50) + ",,50,,,,\n", "line 4", 400},
		{"a loan without a home", loan(100) + loan(100) + "Someren,,100,,,,\n", "", 300},
		{"a loan as large as the one that can be read", loan(100) + fmt.Sprintf("x,%s,much,,,,\n", id) + ",,100,,,,\n", "", 200},
		{"loans that can't be read", strings.Repeat("x,,much,,,,\n", 4), "", 0},
		{"a loan whose number has a word for a sum", loan(100) + "TOTAL-000123,,70,,,,\n", "", 170},
		{"many", loan(100) + strings.Repeat("Totaal,,100,,,,\n", 7), "line 3, line 4, line 5, line 6, line 7 and 2 more", 100},
	} {
		_, s := revalue(t, header+tt.rows, portfolio.Options{})
		if s.Exposure != tt.exposure || s.TotalsRow != tt.left {
			t.Errorf("%s: exposure %d without %q, want %d without %q", tt.name, s.Exposure, s.TotalsRow, tt.exposure, tt.left)
		}
	}
}

func TestNoLoanIsLostInTheTotals(t *testing.T) {
	id := homeID(t)
	v := valueOn(t, smalltown.End)
	half := fmt.Sprintf("a,%s,%d,,,,\n", id, v.Weighted/2)
	rows, s := revalue(t, header+half+
		fmt.Sprintf("b,%s,%d,,,,\n", id, 2*v.Weighted)+
		"c,0518010000999999,1000,,,,\n"+ // unknown home
		fmt.Sprintf("d,%s,much,,,,\n", id)+
		fmt.Sprintf("e,%s,,,,,\n", id)+
		fmt.Sprintf("f,%s,5,x,,,\n", id)+
		"g,too,few\n", portfolio.Options{Shock: gevel.Some(-0.2)})
	var reasons []string
	for _, r := range rows {
		reasons = append(reasons, r["reason"])
	}
	want := []string{"", "", "address_not_found", "invalid", "invalid", "invalid", "invalid"}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Errorf("reasons differ (-want +got):\n%s", diff)
	}
	valued := int64(v.Weighted/2 + 2*v.Weighted)
	if s.Homes != 7 || s.Valued != 2 || s.Exposure != valued+1000 || s.ExposureValued != valued || s.Unread != 4 {
		t.Errorf("the summary is %+v", s)
	}
	refused := 0
	for _, r := range s.Refused {
		refused += r.Homes
	}
	if refused != 5 {
		t.Errorf("%d homes are refused, want 5: %+v", refused, s.Refused)
	}
	for _, loans := range []portfolio.Loans{s.Now, s.Capped, *s.Shock} {
		homes, exposure := 0, int64(0)
		for _, b := range loans.Bands {
			homes, exposure = homes+b.Homes, exposure+b.Exposure
		}
		if homes != 2 || exposure != valued {
			t.Errorf("the bands hold %d homes and %d euros, want 2 and %d", homes, exposure, valued)
		}
	}
	// A fifth of the loans at half the value, the rest at twice the value.
	if got, want := *s.Now.LTV, 0.2*0.5+0.8*2; got < want-1e-3 || got > want+1e-3 {
		t.Errorf("the mean loan to value is %v, want %v", got, want)
	}
	if got := s.Now.Above[2]; got.Homes != 1 || got.Share < 0.79 || got.Share > 0.81 {
		t.Errorf("above 100 %% are %+v", got)
	}
	if got, want := rows[1]["ltv_shocked"], "2.5"; got != want {
		t.Errorf("after the shock the loan to value is %s, want %s", got, want)
	}
}

func TestAFileWithoutLoansIsRefused(t *testing.T) {
	homes, err := bulk.NewFile(t.Context(), "homes.csv", strings.NewReader("bag_id\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := portfolio.New(homes, portfolio.Options{}); gevel.CodeOf(err) != gevel.Invalid ||
		!strings.Contains(err.Error(), "loan_amount") {
		t.Errorf("got %v", err)
	}
}

// The output of a revaluation is the file of the next: each value is then the earlier one.
func TestARevaluationIsReadByTheNext(t *testing.T) {
	for _, c := range columnsOf(t) {
		if c != "municipality" && !bulk.IsDerived(c) {
			t.Errorf("the column %s stays in the next output, beside other values", c)
		}
	}
	before := smalltown.End.AddMonths(-6).String()
	content := "bag_id,loan_amount,last_value,last_date,valuation_date\n" + string(homeID(t)) + ",100000,200000,2020-01-01," + before + "\n"
	first, _, text := revalued(t, content, portfolio.Options{Shock: gevel.Some(-0.2)})
	second, _, _ := revalued(t, strings.Replace(text, ","+before+",", ",,", 1), portfolio.Options{})
	if first[0]["earlier_value"] != "200000" || second[0]["earlier_value"] != first[0]["value"] ||
		second[0]["earlier_by"] != "given" || second[0]["earlier_date"] != before {
		t.Errorf("the earlier values are %q and %q, want 200000 and %q", first[0]["earlier_value"],
			second[0]["earlier_value"], first[0]["value"])
	}
	if _, stays := second[0]["shocked_value"]; stays {
		t.Error("a shocked value stays without a shock")
	}
}

// columnsOf are the names of all columns that a portfolio adds.
func columnsOf(t *testing.T) (names []string) {
	homes, err := bulk.NewFile(t.Context(), "loans.csv", strings.NewReader("bag_id,loan_amount\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := portfolio.New(homes, portfolio.Options{Shock: gevel.Some(-0.2)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Columns() {
		names = append(names, c.Name)
	}
	return names
}

func TestLoansOnOneHomeAreOneHomeInValuesAndBook(t *testing.T) {
	row := func(amount int) string { return fmt.Sprintf("%s,%d\n", homeID(t), amount) }
	of := func(rows string) portfolio.Summary {
		p, s := portfolioOf(t, "bag_id,loan_amount\n"+rows)
		if err := p.Distribute(t.Context(), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	once, twice := of(row(300_000)), of(row(200_000)+row(100_000))
	if once.FurtherLoans != 0 || twice.FurtherLoans != 1 {
		t.Errorf("%d and %d further loans", once.FurtherLoans, twice.FurtherLoans)
	}
	if once.Values != twice.Values || *once.Now.Whole != *twice.Now.Whole {
		t.Errorf("values %d and %d, loans of them %v and %v", once.Values, twice.Values, *once.Now.Whole, *twice.Now.Whole)
	}
	if diff := cmp.Diff(once.Book.Shortfall, twice.Book.Shortfall); diff != "" || twice.Book.Homes != 1 {
		t.Errorf("the book of %d homes: %s", twice.Book.Homes, diff)
	}
}

func TestLoansStandUnderTheBarOfTheirLoanToValue(t *testing.T) {
	value := valueOn(t, smalltown.End)
	row := func(ltv float64) string { return fmt.Sprintf("%s,%.0f\n", homeID(t), ltv*float64(value.Weighted)) }
	rows, s := revalue(t, "bag_id,loan_amount\n"+row(0.5)+row(0.65)+row(0.8)+row(1.2)+row(0), portfolio.Options{})
	if len(s.Standards) != 2 || s.Standards[0].Homes != 2 || s.Standards[1].Homes != 1 {
		t.Fatalf("%+v", s.Standards)
	}
	for i, least := range []gevel.ConfidenceClass{3, 5} {
		if kept := s.Standards[i].Kept > 0; kept != (value.Class >= least) {
			t.Errorf("class %d: %+v", value.Class, s.Standards[i])
		}
	}
	level := strconv.Itoa(int(standard.LevelOf(value.FSD)))
	if rows[0]["eaa_level"] != level || rows[0]["freddie_mac_band"] != string(standard.BandOf(value.FSD)) {
		t.Errorf("level %q, band %q of an FSD of %v", rows[0]["eaa_level"], rows[0]["freddie_mac_band"], value.FSD)
	}
}

func TestAnInspectionTakesOffWhatTheHomeLeavesUnseen(t *testing.T) {
	town := smalltown.Shared(t)
	for home := range town.Dwellings {
		trace, err := town.Valuer.Trace(town.Inquiry(home, smalltown.End))
		if err != nil || trace.Unseen() == 0 {
			continue
		}
		id := string(town.Dwellings[home].ID)
		_, s, _ := revalued(t, "bag_id,loan_amount\n"+id+",100000\n", portfolio.Options{Inspect: 1})
		if len(s.Inspect) != 1 {
			t.Fatalf("inspect %+v", s.Inspect)
		}
		got := s.Inspect[0]
		if want := math.Round(got.Value * math.Sqrt(trace.Unseen())); got.Takes != want || got.FSDAfter >= got.FSD {
			t.Errorf("an inspection takes off %v, want %v; the FSD of %v becomes %v", got.Takes, want, got.FSD, got.FSDAfter)
		}
		return
	}
	t.Fatal("nothing is unseen of any home")
}
