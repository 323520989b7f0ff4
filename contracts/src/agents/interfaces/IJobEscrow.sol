// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../core/interfaces/IFeeAccruals.sol";
import {IRoutes} from "../../core/interfaces/IRoutes.sol";

/// @title Escrow of jobs (ERC-8183)
/// @notice A client puts money aside for a job, a provider hands its work in, and an evaluator decides whether the provider
/// is paid or the client gets the money back. Has no owner, belongs to no installation and cannot be upgraded.
/// @dev The functions of ERC-8183 have the selectors of its text. One is added, `setTerms`: the text allows one token for
/// each job and leaves open how it is named. The terms are the token, and the registry and merchant whose fee applies; they
/// are set once, by the client, before funding. The registry is asked once, by `fund`: whether it takes the token, whether
/// the merchant may be paid, and for which fee, which is kept with the job. Nothing that it says afterwards matters to a
/// funded job.
///
/// A job pays once, what it escrowed and nothing else: to the provider after `complete`, less the fee, or to the client
/// after `reject` or `claimRefund`. The decision never fails because a transfer does: what could not be sent stays with
/// the job, and `claim` sends it to the same account later. The fee accrues for the registry at completion, and leaves by
/// `sweepFees`.
///
/// Where this is stricter than the text: hooks are refused; provider and evaluator differ; work is handed in at least
/// `REVIEW_PERIOD` before the job expires, so that silence after it is the evaluator's, and `complete` is refused from the
/// expiry on. Tokens that are sent here by a plain transfer are lost.
///
/// Anyone can create a job whose terms name any registry and merchant: an event that carries them says nothing about the
/// merchant unless its `client` is the merchant's own account or treasury.
interface IJobEscrow is IFeeAccruals, IRoutes {
    /// @notice Where a job stands. `None`: there is no job of this id; the others are those of ERC-8183, in its order.
    enum JobStatus {
        None,
        Open,
        Funded,
        Submitted,
        Completed,
        Rejected,
        Expired
    }

    /// @notice A job as it stands.
    /// @param client Who created it, funds it and is refunded
    /// @param provider Who hands work in and is paid; zero until set
    /// @param evaluator Who decides
    /// @param expiredAt Unix seconds; from here on it cannot be completed, and anyone may have it refunded
    /// @param status Where it stands
    /// @param feeBps Fee in basis points, fixed by `fund`; 0 before
    /// @param registry Registry of the terms; zero until set
    /// @param merchantId Merchant of the terms
    /// @param token Token of the terms
    /// @param budget Price, smallest unit of `token`
    /// @param escrowed What this job holds here, smallest unit: the budget from `fund` on; what is owed to provider or client
    /// after a decision while it could not be sent; otherwise 0
    /// @param description As the client wrote it
    struct Job {
        address client;
        address provider;
        address evaluator;
        uint256 expiredAt;
        JobStatus status;
        uint256 feeBps;
        address registry;
        uint256 merchantId;
        address token;
        uint256 budget;
        uint256 escrowed;
        string description;
    }

    /// @notice A job was created. It has no terms yet.
    event JobCreated(
        uint256 indexed jobId,
        address indexed client,
        address indexed provider,
        address evaluator,
        uint256 expiredAt,
        string description
    );
    /// @notice A job that had no provider has one.
    event ProviderSet(uint256 indexed jobId, address indexed provider);
    /// @notice A job's price is another one.
    /// @param amount Smallest unit of the job's token
    /// @param by The client or the provider
    event BudgetSet(uint256 indexed jobId, address indexed by, uint256 amount);
    /// @notice A job has its terms, which do not change any more.
    event TermsSet(
        address indexed registry, uint256 indexed jobId, address indexed client, uint256 merchantId, address token
    );
    /// @notice The client's money is here.
    /// @param amount Smallest unit of `token`
    /// @param feeBps Fee in basis points that a completion takes: `amount × feeBps / 10,000`, rounded down
    event JobFunded(
        address indexed registry,
        uint256 indexed jobId,
        address indexed client,
        address provider,
        address evaluator,
        uint256 merchantId,
        address token,
        uint256 amount,
        uint256 feeBps,
        uint256 expiredAt
    );
    /// @notice The provider handed its work in.
    /// @param deliverable The provider's reference of it, a hash as a rule
    event JobSubmitted(address indexed registry, uint256 indexed jobId, address indexed provider, bytes32 deliverable);
    /// @notice The evaluator accepted the work.
    /// @param amount What the provider gets, smallest unit, the fee taken off
    /// @param fee What accrued for the registry, smallest unit
    event JobCompleted(
        address indexed registry,
        uint256 indexed jobId,
        address indexed evaluator,
        bytes32 reason,
        uint256 amount,
        uint256 fee
    );
    /// @notice The client withdrew an open job, or the evaluator refused a funded or submitted one.
    /// @param registry Zero when the job had no terms
    /// @param from Where the job stood: `Open`, `Funded` or `Submitted`
    /// @param amount What the client gets back, smallest unit; 0 for an open job
    event JobRejected(
        address indexed registry,
        uint256 indexed jobId,
        address indexed rejector,
        JobStatus from,
        bytes32 reason,
        uint256 amount
    );
    /// @notice A job's time passed without a decision.
    /// @param from Where the job stood: `Funded` or `Submitted`
    /// @param amount What the client gets back, smallest unit
    event JobExpired(
        address indexed registry, uint256 indexed jobId, address indexed client, JobStatus from, uint256 amount
    );
    /// @notice The provider was paid.
    /// @param amount Smallest unit of the job's token
    event PaymentReleased(address indexed registry, uint256 indexed jobId, address indexed provider, uint256 amount);
    /// @notice The client was refunded.
    /// @param amount Smallest unit of the job's token
    event Refunded(address indexed registry, uint256 indexed jobId, address indexed client, uint256 amount);
    /// @notice The token did not let the money of a decided job through. It stays with the job until `claim`.
    /// @param to Who it belongs to: the provider of a completed job, otherwise the client
    /// @param amount Smallest unit of the job's token
    event PaymentHeld(address indexed registry, uint256 indexed jobId, address indexed to, uint256 amount);

    /// @notice The job does not stand where this is possible; `None` for an unknown job.
    error WrongStatus(uint256 jobId, JobStatus status);
    /// @notice The caller has another role in the job, or none.
    error Unauthorized(uint256 jobId, address account);
    /// @notice A hook was named; this escrow calls none.
    error HooksNotSupported(address hook);
    /// @notice The evaluator is zero or the provider.
    error InvalidEvaluator(address evaluator);
    /// @notice The provider is zero, this contract, the token or the evaluator, or is set already.
    error InvalidProvider(address provider);
    /// @notice Not enough time is left for the work to be handed in.
    /// @param earliest Unix seconds; `expiredAt` must be later
    error ExpiryTooSoon(uint256 expiredAt, uint256 earliest);
    /// @notice A value is beyond what is stored: expiry 2^48, amount 2^128, merchant 2^96.
    error OutOfBounds(uint256 value);
    /// @notice The job's terms are set already.
    error TermsAlreadySet(uint256 jobId);
    /// @notice The job's terms are not set.
    error TermsNotSet(uint256 jobId);
    /// @notice The registry of the terms is zero.
    error InvalidTerms();
    /// @notice The job's price is zero.
    error ZeroBudget(uint256 jobId);
    /// @notice The job's price is not the expected one; both smallest unit.
    error BudgetMismatch(uint256 budget, uint256 expectedBudget);
    /// @notice The time in which work can be handed in is over.
    /// @param until Unix seconds; it was possible before this
    error SubmissionClosed(uint256 jobId, uint256 until);
    /// @notice The job has expired.
    error JobHasExpired(uint256 jobId, uint256 expiredAt);
    /// @notice The job has not expired.
    error NotExpired(uint256 jobId, uint256 expiredAt);
    /// @notice Nothing is held for the job, or it is not decided.
    error NothingHeld(uint256 jobId);

    /// @notice Creates a job of the caller's, open and without terms.
    /// @dev The id is a digest over chain, contract, client, the client's count of jobs and what is named here: other
    /// clients' jobs do not shift it, and a job that a reorganisation replaced never has the id of another one.
    /// @param provider Who will work; zero to set it later
    /// @param evaluator Who decides; not zero, not the provider. May be the client
    /// @param expiredAt Unix seconds, later than now + `REVIEW_PERIOD`
    /// @param description Public, kept for ever
    /// @param hook Zero
    /// @return jobId The job's id
    function createJob(
        address provider,
        address evaluator,
        uint256 expiredAt,
        string calldata description,
        address hook
    ) external returns (uint256 jobId);

    /// @notice Names token, registry and merchant of an open job, once. Called by its client.
    /// @param registry Registry that says whether the token is taken and what the fee is; its treasury gets the fee
    /// @param merchantId Registry id of the merchant whose fee applies, below 2^96
    /// @param token The token that the job is paid in
    function setTerms(uint256 jobId, address registry, uint256 merchantId, address token) external;

    /// @notice Names the provider of an open job that has none. Called by its client.
    /// @param optParams Not read, as in every function that takes it: hooks are not supported
    function setProvider(uint256 jobId, address provider, bytes calldata optParams) external;

    /// @notice Sets the price of an open job. Called by its client or its provider.
    /// @param amount Smallest unit of the job's token, below 2^128
    function setBudget(uint256 jobId, uint256 amount, bytes calldata optParams) external;

    /// @notice Takes an open job's price from the client, who has approved this contract for it. Called by the client.
    /// @dev Asks the registry of the terms once; its fee is kept with the job. Reverts `UnsupportedToken`,
    /// `MerchantNotPayable`, `BadRegistryAnswer`, with the errors above, or with the token's own text.
    /// @param expectedBudget The price that the client agrees to, smallest unit
    function fund(uint256 jobId, uint256 expectedBudget, bytes calldata optParams) external;

    /// @notice Hands work in for a funded job, at least `REVIEW_PERIOD` before it expires. Called by its provider.
    /// @param deliverable The provider's reference of the work
    function submit(uint256 jobId, bytes32 deliverable, bytes calldata optParams) external;

    /// @notice Accepts the work of a submitted job before it expires, and pays the provider. Called by its evaluator.
    /// @param reason The evaluator's reference of its grounds; may be zero
    function complete(uint256 jobId, bytes32 reason, bytes calldata optParams) external;

    /// @notice Ends a job without pay: an open one by its client, a funded or submitted one by its evaluator, which
    /// refunds the client.
    /// @param reason The caller's reference of its grounds; may be zero
    function reject(uint256 jobId, bytes32 reason, bytes calldata optParams) external;

    /// @notice Refunds the client of a funded or submitted job that has expired. Anyone may call it.
    function claimRefund(uint256 jobId) external;

    /// @notice Sends what a decided job could not, to the same account. Anyone may call it.
    /// @dev Reverts with the token's own text while the token refuses.
    /// @return amount What was sent, smallest unit of the job's token
    function claim(uint256 jobId) external returns (uint256 amount);

    /// @notice A job as it stands; every field zero for an unknown one.
    function getJob(uint256 jobId) external view returns (Job memory job);

    /// @notice How many jobs a client has created.
    function jobCount(address client) external view returns (uint256);

    /// @notice Seconds before the expiry in which no work is handed in, and the evaluator has time to decide.
    function REVIEW_PERIOD() external view returns (uint256);
}
