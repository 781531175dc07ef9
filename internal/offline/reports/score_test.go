package reports

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/score"
)

// scorePage is the page of a file of values and one of sales.
func scorePage(t *testing.T, values, sales string) string {
	t.Helper()
	dir := t.TempDir()
	m := score.Match{
		Today: gevel.NewDate(2026, 11, 1),
		Sales: filepath.Join(dir, "sales.csv"), Values: []string{filepath.Join(dir, "values.csv")}, Level: 80,
		Study: ratio.Options{Replicates: 1, MinSegment: 1},
	}
	for path, text := range map[string]string{m.Sales: sales, m.Values[0]: values} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := score.Run(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := Score(r).WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(page.String(), "\u00a0", " ")
}

func TestAScoreHasNoTableWithoutWhatItIsOf(t *testing.T) {
	marks := []string{"<h2>Promises</h2>", "<h2>80 % interval</h2>", "<h2>FSD</h2>", "<summary>build period", "<summary>age at sale"}
	const days = "sale_id,sale_date,price"
	plain := scorePage(t, "sale_id,value\na,300000\n", days+"\na,2022-03-01,300000\n")
	full := scorePage(t, "sale_id,value,low80,high80,fsd\na,300000,200000,400000,0.1\n", days+",build_year\na,2022-03-01,300000,2000\n")
	for _, mark := range marks {
		if strings.Contains(plain, mark) || !strings.Contains(full, mark) {
			t.Errorf("%s: without it %v, with it %v", mark, strings.Contains(plain, mark), strings.Contains(full, mark))
		}
	}
}

func TestAScoreSaysWhatWasLeftOutOfSalesAndOfValues(t *testing.T) {
	page := scorePage(t, "sale_id,value\na,300000\nb,1\n", "sale_id,sale_date,price,build_year\na,2022-03-01,300000,ca. 2012\nb,2022-03-01,-,2000\n")
	for _, want := range []string{
		`<th>bad_price</th><td>1</td><td class="samples">sales.csv line 3: `,
		`<th>sale_left_out</th><td>1</td><td class="samples">values.csv line 3: sale b was left out (bad_price)</td>`,
		"<th>kept, but without what can&#39;t be read</th>", `<th>bad_build_year</th><td>1</td><td class="samples">sales.csv line 2: `,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if page = scorePage(t, "sale_id,value\na,300000\n", "sale_id,sale_date,price\na,2022-03-01,300000\n"); strings.Contains(page, "left out<") || strings.Contains(page, "kept, but") {
		t.Error("files of which all was used have something left out")
	}
}

func TestThePageOfAVendorNamesNoOther(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"sales.csv": "sale_id,sale_date,price\na,2022-03-01,300000\nb,2022-04-01,310000\n", "own.csv": "sale_id,value\na,300000\n",
		"rival.csv": "sale_id,value\na,310000\nb,300000\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := score.Run(t.Context(), score.Match{
		Today: gevel.NewDate(2026, 11, 1), Sales: filepath.Join(dir, "sales.csv"), Level: 80, Within: 365,
		From: gevel.Some(gevel.NewDate(2022, 1, 1)), Until: gevel.Some(gevel.NewDate(2023, 1, 1)),
		Values: []string{filepath.Join(dir, "own.csv"), filepath.Join(dir, "rival.csv")}, Study: ratio.Options{Replicates: 1, MinSegment: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Command = []string{"gevel", "score", "own.csv", "sales.csv", "--beside", "rival.csv", "--within", "365"}
	var page bytes.Buffer
	if err := ScorePage(r).WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sale b", r.Vendors[0].File.SHA256, r.Sales.SHA256, "gevel score own.csv sales.csv --within 365", "not stated"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page.String(), "rival") || strings.Contains(page.String(), r.Vendors[1].File.SHA256) {
		t.Error("the page names another vendor")
	}
}
