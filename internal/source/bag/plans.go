package bag

// groundPlans are the outlines of a table of buildings, one behind the other. An
// outline starts with a point that holds how many rings it has, a ring with one
// that holds how many points it has: a country's would else be ten million slices.
type groundPlans []point

// planRef says where an outline stands in groundPlans; 0 is none.
type planRef uint32

// add appends an outline; no rings are none.
func (g *groundPlans) add(o outline) planRef {
	if len(o) == 0 {
		return 0
	}
	*g = append(*g, point{x: int32(len(o))})
	ref := planRef(len(*g))
	for _, r := range o {
		*g = append(append(*g, point{x: int32(len(r))}), r...)
	}
	return ref
}

// outline returns an outline; its rings are appended to into.
func (g groundPlans) outline(ref planRef, into outline) outline {
	if ref == 0 {
		return into
	}
	rings := int(g[ref-1].x)
	for i := int(ref); rings > 0; rings-- {
		end := i + 1 + int(g[i].x)
		into = append(into, ring(g[i+1:end:end]))
		i = end
	}
	return into
}
