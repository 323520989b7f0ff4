// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../core/interfaces/IRegistryAnswers.sol";
import {IJobEscrow} from "./IJobEscrow.sol";

/// @title Treasury of a merchant's agent
/// @notice Holds the money that a merchant's agent may spend on jobs, within a policy that the merchant's owner sets. The
/// agent can only propose: what the policy allows is opened and funded at once in the job escrow, everything else waits for
/// the owner. No call of the agent's moves money anywhere but into the escrow.
/// @dev Each merchant of each registry has one: a clone of one implementation (EIP-1167 with immutable arguments), whose
/// address follows from registry and merchant alone. There is nothing to initialise. Anyone may `deploy` it, at any
/// time, also after money was sent to its address. The owner is who the registry names at each call, in every status of
/// the merchant. Money comes in by a plain transfer, and leaves by `withdraw` or into jobs.
///
/// Amounts of all tokens count together in cents, at a fixed rate for each token, rounded up. The month is the last 31
/// calendar days (UTC), today included, so that no 30 days together exceed the cap. What a job gives back does not
/// lower what was spent; the owner can reset the month. A vendor's day is a calendar day (UTC).
///
/// Every event names registry and merchant first. Anyone can deploy a contract that emits the same: an event is a
/// treasury's if `treasuryOf` of both is the address that emitted it.
interface IAgentTreasury is IRegistryAnswers {
    /// @notice What the agent may do by itself.
    /// @param agent Account that may propose jobs; zero: none
    /// @param evaluator Account beside the treasury itself that may decide jobs which open without the owner; zero: none.
    /// Not the agent
    /// @param approvalThresholdCents The most that one job may be worth, to open without the owner
    /// @param vendorDailyCents The most that one vendor may have of a day, for a job to open without the owner; what the
    /// owner approved counts too
    /// @param monthlyCapCents The most that all jobs together may be worth in any 30 days, those that the owner approves
    /// included; 2^64 - 1: no cap
    struct Policy {
        address agent;
        address evaluator;
        uint64 approvalThresholdCents;
        uint64 vendorDailyCents;
        uint64 monthlyCapCents;
    }

    /// @notice What a token is worth, and how much of it stays.
    /// @param token The token
    /// @param unitsPerCent Smallest units that count as one cent: 10,000 for USDC, 8,000 for EURC at 1.25. 0: not spent
    /// @param reserve What every job leaves in the treasury, smallest unit
    struct TokenPolicy {
        address token;
        uint64 unitsPerCent;
        uint128 reserve;
    }

    /// @notice A job to buy.
    /// @param token The token that it is paid in
    /// @param vendor Who works and is paid: not zero, the treasury, the escrow, the token, the agent, the evaluator, or the
    /// merchant's owner or payout
    /// @param evaluator Who decides; zero: the treasury, completed by the owner. Not the agent, nor the merchant's payout
    /// @param amount Price, smallest unit of `token`, below 2^128, not zero
    /// @param expiredAt Unix seconds; at most `MAX_EXPIRY_AHEAD` from the proposal
    /// @param description Public, at most 31 bytes
    struct JobOrder {
        address token;
        address vendor;
        address evaluator;
        uint256 amount;
        uint256 expiredAt;
        string description;
    }

    /// @notice Why a proposal waits for the owner; `None`: it does not. The first that applies, in this order.
    enum Hold {
        None,
        Threshold,
        Vendor,
        Evaluator,
        VendorDay,
        Month,
        Reserve
    }

    /// @notice Where a proposal stands.
    enum ProposalStatus {
        None,
        Waiting,
        Opened,
        Cancelled
    }

    /// @notice A proposal as it stands.
    /// @param orderHash `orderHash` of what was proposed
    /// @param jobId The job in the escrow; 0 unless opened
    struct Proposal {
        ProposalStatus status;
        bytes32 orderHash;
        uint256 jobId;
    }

    /// @notice A merchant's treasury was deployed; emitted by the implementation.
    event TreasuryDeployed(address indexed registry, uint256 indexed merchantId, address indexed treasury);
    /// @notice The policy is this one now, the agent included.
    event PolicySet(address indexed registry, uint256 indexed merchantId, Policy policy);
    /// @notice A token's rate and reserve are these now.
    event TokenPolicySet(
        address indexed registry,
        uint256 indexed merchantId,
        address indexed token,
        uint64 unitsPerCent,
        uint128 reserve
    );
    /// @notice A vendor is, or is no longer, one that jobs may open for without the owner.
    event VendorSet(address indexed registry, uint256 indexed merchantId, address indexed vendor, bool isListed);
    /// @notice The agent proposed a job.
    /// @param order What was proposed, `evaluator` filled in
    /// @param cents What it counts for
    /// @param hold Why it waits; `None`: a `JobOpened` of the same proposal follows
    event JobProposed(
        address indexed registry,
        uint256 indexed merchantId,
        bytes32 indexed proposalId,
        JobOrder order,
        uint256 cents,
        Hold hold
    );
    /// @notice A proposed job is open and funded in the escrow.
    /// @param jobId The job in the escrow
    /// @param cents What it counts for
    /// @param approvedBy The owner; zero when the policy alone allowed it
    event JobOpened(
        address indexed registry,
        uint256 indexed merchantId,
        bytes32 indexed proposalId,
        uint256 jobId,
        address vendor,
        address token,
        uint256 amount,
        uint256 cents,
        address approvedBy
    );
    /// @notice A waiting proposal will not be opened.
    /// @param by The owner or the agent
    event ProposalCancelled(
        address indexed registry, uint256 indexed merchantId, bytes32 indexed proposalId, address by
    );
    /// @notice The owner took money out.
    /// @param amount Smallest unit of `token`
    event Withdrawn(
        address indexed registry, uint256 indexed merchantId, address indexed token, address to, uint256 amount
    );
    /// @notice What was spent before this does not count towards the month any more.
    event SpendReset(address indexed registry, uint256 indexed merchantId);

    /// @notice Only a merchant's treasury does this, and this is the implementation; or the other way round.
    error NotATreasury();
    /// @notice The caller is not the merchant's owner.
    error NotOwner(address account);
    /// @notice The caller is not the agent of the policy; nor the owner, where that would do.
    error NotAgent(address account);
    /// @notice The evaluator is the agent.
    error InvalidPolicy();
    /// @notice The token is zero, or has no rate.
    error UnpricedToken(address token);
    /// @notice The vendor cannot be paid by this treasury; see `JobOrder`.
    error InvalidVendor(address vendor);
    /// @notice The evaluator is the agent or the merchant's payout.
    error InvalidEvaluator(address evaluator);
    /// @notice The amount is zero, or 2^128 or more.
    error InvalidAmount(uint256 amount);
    /// @notice The expiry is later than `latest`; both Unix seconds.
    error ExpiryTooFar(uint256 expiredAt, uint256 latest);
    /// @notice The description is longer than 31 bytes.
    error DescriptionTooLong(uint256 length);
    /// @notice The id is zero, or was proposed before.
    error ProposalIdUsed(bytes32 proposalId);
    /// @notice The proposal does not wait.
    error NotWaiting(bytes32 proposalId, ProposalStatus status);
    /// @notice What was approved is not what was proposed.
    error OrderMismatch(bytes32 proposalId);
    /// @notice The job would lift the month over the cap; all in cents.
    error MonthlyCapExceeded(uint256 spentCents, uint256 cents, uint256 capCents);
    /// @notice The job would leave less than the reserve; all smallest unit of the token.
    error ReserveBreached(uint256 balance, uint256 amount, uint256 reserve);
    /// @notice The approval's time is over.
    error ApprovalExpired(uint256 deadline);
    /// @notice The merchant's owner did not sign this approval, or its code does not say so.
    error InvalidApproval();
    /// @notice Money would go to zero or back to the treasury.
    error InvalidRecipient(address to);
    /// @notice The escrow has no code.
    error InvalidConfiguration();

    /// @notice Deploys a merchant's treasury, or returns the one that is there. Called on the implementation, by anyone.
    /// @return treasury Its address, `treasuryOf` of both
    function deploy(address registry, uint256 merchantId) external returns (address treasury);

    /// @notice The address of a merchant's treasury, deployed or not. Called on the implementation.
    /// @dev CREATE2 by the implementation, with salt keccak256(abi.encode(registry, merchantId)) and a clone's code that
    /// ends in the same 64 bytes. The chain has no part in it.
    function treasuryOf(address registry, uint256 merchantId) external view returns (address treasury);

    /// @notice Sets the policy, and rate and reserve of the tokens that are named; others keep theirs. Called by the owner.
    function setPolicy(Policy calldata newPolicy, TokenPolicy[] calldata tokens) external;

    /// @notice Names another agent, or none: zero takes every right from the present one. Called by the owner.
    function setAgent(address agent) external;

    /// @notice Lists a vendor, or takes it off the list. Called by the owner.
    function setVendor(address vendor, bool isListed) external;

    /// @notice The same for several vendors. Called by the owner.
    function setVendors(address[] calldata vendors, bool isListed) external;

    /// @notice Sends money of the treasury's. Called by the owner, in every status of the merchant.
    /// @param to Not zero, not the treasury
    /// @param amount Smallest unit of `token`
    function withdraw(address token, address to, uint256 amount) external;

    /// @notice Forgets what was spent before, for the month; a vendor's day stays. Called by the owner.
    function resetSpend() external;

    /// @notice Proposes a job. Called by the agent.
    /// @dev At or below the threshold, for a listed vendor and within its day, with the treasury or the policy's evaluator
    /// deciding, within the month's cap and above the reserve, it opens and is funded at once; then it reverts also with the
    /// escrow's errors. Otherwise it waits for the owner.
    /// @param proposalId The agent's own id of it, used once; not zero
    /// @return jobId The job in the escrow; 0 when it waits
    function proposeJob(bytes32 proposalId, JobOrder calldata order) external returns (uint256 jobId);

    /// @notice Opens and funds a waiting proposal, which is stated again. Called by the owner.
    /// @dev Cap and reserve hold for the owner too, who can change both. Evaluator zero means the treasury, as in the
    /// proposal.
    /// @return jobId The job in the escrow
    function approveJob(bytes32 proposalId, JobOrder calldata order) external returns (uint256 jobId);

    /// @notice The same by the owner's signature of a `JobApproval`; anyone may submit it. It is used up with the proposal.
    /// @param deadline Unix seconds; the approval holds until then, this second included
    /// @param signature `r ‖ s ‖ v`, or what the owner's code takes (ERC-1271)
    /// @return jobId The job in the escrow
    function approveJobBySig(bytes32 proposalId, JobOrder calldata order, uint256 deadline, bytes calldata signature)
        external
        returns (uint256 jobId);

    /// @notice Withdraws a waiting proposal, for good. Called by the owner or the agent.
    function cancelProposal(bytes32 proposalId) external;

    /// @notice Accepts the work of a job that the treasury decides. Called by the owner.
    /// @param reason Reference of the grounds; may be zero
    function completeJob(uint256 jobId, bytes32 reason) external;

    /// @notice Refuses a job that the treasury decides, which sends its money back here. Called by the owner.
    /// @param reason Reference of the grounds; may be zero
    function rejectJob(uint256 jobId, bytes32 reason) external;

    /// @notice Why a job would wait if it were proposed now.
    /// @dev Reverts for an order that cannot be proposed at all.
    function holdOf(JobOrder calldata order) external view returns (Hold hold);

    /// @notice The hash under which a proposal is kept: keccak256(abi.encode(order)), a zero evaluator replaced by the
    /// treasury.
    function orderHash(JobOrder calldata order) external view returns (bytes32);

    /// @notice The digest that the owner signs: EIP-712, domain "Stipend Agent Treasury" version "1" of this treasury, of
    /// `JobApproval(address registry,uint256 merchantId,bytes32 proposalId,address token,address vendor,address evaluator,uint256 amount,uint256 expiredAt,string description,uint256 deadline)`,
    /// a zero evaluator replaced by the treasury.
    function approvalDigest(bytes32 proposalId, JobOrder calldata order, uint256 deadline)
        external
        view
        returns (bytes32);

    /// @notice A proposal as it stands.
    function proposal(bytes32 proposalId) external view returns (Proposal memory);

    /// @notice The policy in force.
    function policy() external view returns (Policy memory);

    /// @notice A token's rate and reserve; zero when it is not spent.
    function tokenPolicy(address token) external view returns (uint64 unitsPerCent, uint128 reserve);

    /// @notice Whether jobs for a vendor may open without the owner.
    function isVendor(address vendor) external view returns (bool);

    /// @notice What counts towards the month now, in cents.
    function spentCents() external view returns (uint256);

    /// @notice What a vendor has had today, in cents.
    function vendorSpentCents(address vendor) external view returns (uint256);

    /// @notice What an amount of a token counts for, in cents, rounded up. Reverts `UnpricedToken`.
    /// @param amount Smallest unit of `token`
    function centsOf(address token, uint256 amount) external view returns (uint256);

    /// @notice The merchant's owner now.
    function owner() external view returns (address);

    /// @notice The registry of the merchant.
    function registry() external view returns (address);

    /// @notice The registry id of the merchant.
    function merchantId() external view returns (uint256);

    /// @notice The escrow that jobs are opened in.
    function escrow() external view returns (IJobEscrow);

    /// @notice How far ahead a job may expire, in seconds.
    function MAX_EXPIRY_AHEAD() external view returns (uint256);
}
