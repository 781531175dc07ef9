package table_test

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/table"
)

// zippedFile writes a zip of members, given as names and texts, and opens it.
func zippedFile(t *testing.T, members ...string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "delivery.zip"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z := zip.NewWriter(f)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = io.WriteString(w, members[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestASheetWithAnotherTableIsNamed(t *testing.T) {
	sheet := func(cells string) string {
		return `<worksheet><sheetData><row><c t="inlineStr"><is><t>` + cells + `</t></is></c></row></sheetData></worksheet>`
	}
	f := zippedFile(t, "xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="notes" r:id="r0"/>`+
		`<sheet name="2024" r:id="r1"/><sheet name="2025" r:id="r2"/><sheet name="end" r:id="r3"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r0" Type="x/worksheet" Target="worksheets/0.xml"/>`+
			`<Relationship Id="r1" Type="x/worksheet" Target="worksheets/1.xml"/>`+
			`<Relationship Id="r2" Type="x/worksheet" Target="worksheets/2.xml"/>`+
			`<Relationship Id="r3" Type="x/worksheet" Target="worksheets/3.xml"/></Relationships>`,
		"xl/worksheets/0.xml", sheet("read me"), "xl/worksheets/1.xml", sheet("price"), "xl/worksheets/2.xml", sheet("price"),
		"xl/worksheets/3.xml", sheet("thanks"))
	r, err := table.Read(t.Context(), "the file", f, table.Options{IsHeader: func(names []string) bool { return names[0] == "price" }})
	if err != nil {
		t.Fatal(err)
	}
	want := `sheet "notes", sheet "2025" with such a table too, sheet "end"`
	if got := strings.Join(r.PassedOver, ", "); got != want {
		t.Errorf("passed over are %s, want %s", got, want)
	}
}

func TestACSVAloneInAZipIsRead(t *testing.T) {
	f := zippedFile(t, "readme.txt", "read me", "sales/2023.csv", "\uFEFFa,b\n1,2\n", "__MACOSX/sales/._2023.csv", "x")
	r, err := table.Read(t.Context(), "the file", f, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row, err := r.Next()
	info, _ := f.Stat()
	done, size := r.Progress()
	if err != nil || strings.Join(r.Names(), "") != "ab" || strings.Join(row.Fields, "") != "12" || size != info.Size() || done < 1 || done > size {
		t.Errorf("it holds %q under %q, %v; %d of %d bytes are read", row.Fields, r.Names(), err, done, size)
	}
	for name, members := range map[string][]string{"two": {"a.csv", "1", "b.csv", "2"}, "none": {"a.txt", "1"}} {
		if _, err := table.Read(t.Context(), "the file", zippedFile(t, members...), table.Options{}); err == nil {
			t.Errorf("a zip with %s is read", name)
		}
	}
}
