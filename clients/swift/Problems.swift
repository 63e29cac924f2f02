// Problems as the API tells them (docs/api/problems.md), for clients made by swift6.
import Foundation

extension ErrorResponse {
    /// What a request was refused with; nil where it is none of the API.
    public var problem: Problem? {
        guard case .error(_, let body?, _, _) = self else { return nil }
        return try? CodableHelper().jsonDecoder.decode(Problem.self, from: body)
    }
}
