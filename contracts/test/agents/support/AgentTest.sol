// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../../src/agents/interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "../../../src/agents/interfaces/IJobEscrow.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";

/// @title An escrow, and a treasury of merchant A with a policy and money
/// @dev Amounts of orders are given in cents of USDC. The treasury is called purse: the registry has a treasury too.
abstract contract AgentTest is PaymentTest {
    uint256 internal constant OWNER_KEY = uint256(keccak256("owner"));
    uint256 internal constant CENT = 10_000;
    uint256 internal constant EUR_CENT = 8_000;
    uint256 internal constant DEPOSIT = 1_000_000 * CENT;
    uint64 internal constant THRESHOLD = 10_000;
    uint64 internal constant VENDOR_DAY = 15_000;
    uint64 internal constant MONTH_CAP = 50_000;
    uint256 internal constant REVIEW = 3 days;
    uint256 internal constant TERM = 30 days;
    bytes32 internal constant ID = keccak256("job_1");
    bytes32 internal constant REASON = keccak256("reason");
    bytes32 internal constant WORK = keccak256("work");

    address internal immutable owner = named("owner");
    address internal immutable agent = named("agent");
    address internal immutable vendor = named("vendor");
    address internal immutable client = named("client");
    address internal immutable judge = named("judge");
    address internal immutable stranger = named("stranger");

    IJobEscrow internal escrow;
    IAgentTreasury internal implementation;
    IAgentTreasury internal purse;

    function setUp() public virtual override {
        super.setUp();
        escrow = IJobEscrow(deploy("job-escrow", ""));
        implementation = IAgentTreasury(deploy("agent-treasury", abi.encode(escrow)));
        purse = IAgentTreasury(implementation.deploy(address(registry), merchantA));
        setPolicy(standard());
        setVendor(vendor, true);
        mint(usdc, address(purse), DEPOSIT);
        mint(eurc, address(purse), DEPOSIT);
        mint(usdc, client, DEPOSIT);
        vm.prank(client);
        usdc.approve(address(escrow), type(uint256).max);
    }

    function standard() internal view returns (IAgentTreasury.Policy memory) {
        return IAgentTreasury.Policy({
            agent: agent,
            evaluator: address(0),
            approvalThresholdCents: THRESHOLD,
            vendorDailyCents: VENDOR_DAY,
            monthlyCapCents: MONTH_CAP
        });
    }

    /// @dev Both tokens at their rates, without a reserve.
    function rates() internal view returns (IAgentTreasury.TokenPolicy[] memory tokens) {
        tokens = new IAgentTreasury.TokenPolicy[](2);
        tokens[0] = IAgentTreasury.TokenPolicy(address(usdc), uint64(CENT), 0);
        tokens[1] = IAgentTreasury.TokenPolicy(address(eurc), uint64(EUR_CENT), 0);
    }

    function setPolicy(IAgentTreasury.Policy memory policy) internal {
        vm.prank(owner);
        purse.setPolicy(policy, rates());
    }

    function setVendor(address account, bool isListed) internal {
        vm.prank(owner);
        purse.setVendor(account, isListed);
    }

    /// @dev A job for the listed vendor in USDC, that the treasury decides.
    function order_(uint256 cents) internal view returns (IAgentTreasury.JobOrder memory) {
        return IAgentTreasury.JobOrder({
            token: address(usdc),
            vendor: vendor,
            evaluator: address(0),
            amount: cents * CENT,
            expiredAt: block.timestamp + TERM,
            description: "job_1"
        });
    }

    function propose(bytes32 id, IAgentTreasury.JobOrder memory o) internal returns (uint256 jobId) {
        vm.prank(agent);
        return purse.proposeJob(id, o);
    }

    function approve(bytes32 id, IAgentTreasury.JobOrder memory o) internal returns (uint256 jobId) {
        vm.prank(owner);
        return purse.approveJob(id, o);
    }

    /// @dev A job of the client's without terms and price.
    function bare() internal returns (uint256 jobId) {
        vm.prank(client);
        return escrow.createJob(vendor, judge, block.timestamp + TERM, "job", address(0));
    }

    /// @dev A job of the client's that can be funded.
    function open(uint256 price) internal returns (uint256 jobId) {
        jobId = bare();
        setTerms(jobId, address(registry), address(usdc));
        vm.prank(client);
        escrow.setBudget(jobId, price, "");
    }

    function setTerms(uint256 jobId, address registry_, address token) internal {
        vm.prank(client);
        escrow.setTerms(jobId, registry_, merchantA, token);
    }

    function funded(uint256 price) internal returns (uint256 jobId) {
        jobId = open(price);
        vm.prank(client);
        escrow.fund(jobId, price, "");
    }

    function submitted(uint256 price) internal returns (uint256 jobId) {
        jobId = funded(price);
        submit(jobId);
    }

    function submit(uint256 jobId) internal {
        vm.prank(vendor);
        escrow.submit(jobId, WORK, "");
    }

    function complete(uint256 jobId) internal {
        vm.prank(judge);
        escrow.complete(jobId, REASON, "");
    }

    function reject(uint256 jobId) internal {
        vm.prank(judge);
        escrow.reject(jobId, REASON, "");
    }

    function statusOf(uint256 jobId) internal view returns (IJobEscrow.JobStatus) {
        return escrow.getJob(jobId).status;
    }

    function expectStatus(uint256 jobId, IJobEscrow.JobStatus status) internal view {
        vm.assertEq(uint256(statusOf(jobId)), uint256(status), "status");
    }

    /// @dev What is in the escrow is what it owes: one job's money and the fees.
    function expectHeld(LocalFiatToken token, uint256 jobId) internal view {
        uint256 owed = escrow.getJob(jobId).escrowed + escrow.accrued(address(registry), address(token));
        vm.assertEq(token.balanceOf(address(escrow)), owed, "held");
    }

    function refused(address target, address sender, bytes memory data, bytes memory reason) internal {
        vm.prank(sender);
        (bool success, bytes memory answer) = target.call(data);
        vm.assertFalse(success, "refused");
        vm.assertEq(answer, reason, "reason");
    }

    function err(bytes4 selector) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector);
    }

    function err(bytes4 selector, uint256 a) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a);
    }

    function err(bytes4 selector, address a) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a);
    }

    function err(bytes4 selector, bytes32 a) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a);
    }

    function err(bytes4 selector, uint256 a, uint256 b) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a, b);
    }

    function err(bytes4 selector, uint256 a, uint256 b, uint256 c) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a, b, c);
    }

    function wrongStatus(uint256 jobId, IJobEscrow.JobStatus status) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IJobEscrow.WrongStatus.selector, jobId, status);
    }

    function unauthorized(uint256 jobId, address account) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IJobEscrow.Unauthorized.selector, jobId, account);
    }
}
